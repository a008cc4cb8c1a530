import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Alias } from '#platform/http/aliases.ts'

type Move = Alias['moves'][number]

const moveIn = (text: string): Move => {
  const [, place = '', from = '', to = ''] = /^(query|body|rename)\.(\w+)=(\w+)$/.exec(text) ?? []
  if (!place) throw new Error(`src/runtime/earlier-names.tsv: "${text}" is no move`)
  return { place: place as Move['place'], from, to }
}

/**
 * The addresses below /api, one for each action, by which the browser part of the clinic's earlier system called; each stands for a call of the
 * contract. A line is: method, address, call, and what moves from the query or the body into the path, or takes another name.
 */
export const earlierNames = (): Alias[] =>
  readFileSync(join(import.meta.dirname, 'earlier-names.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [method = '', url = '', call = '', moves = ''] = line.split('\t')
      return { method: method as Alias['method'], url: url as Alias['url'], call, moves: moves.split(' ').filter(Boolean).map(moveIn) }
    })
