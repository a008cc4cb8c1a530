import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface NamedTest {
  /** The file of the test, from the root of the project, and the title under which it runs: `describe > test`. */
  file: string
  title: string
}

/** A call that the clinic promises to other people's programs, and the test that makes it. */
export interface PromisedCall extends NamedTest {
  method: string
  /** With `{}` for every name in it. */
  path: string
  /** The names of its query that are promised. */
  query: string[]
}

/** A constant or an error text that is promised, and where it stands. */
export interface PromisedWord extends NamedTest {
  /** Of the specification: 8 for errors, 9 for constants. */
  section: string
  promise: string
  /** The file that holds it, and words of that file. */
  place: string
  words: string
}

/** A path without its names, its place under /api and its final slash: the same for every address of a call. */
export const formOf = (path: string) =>
  path
    .replace(/^\/api(?=\/)/, '')
    .replace(/:\w+|\{\w*\}/g, '{}')
    .replace(/\/$/, '')

const rowsOf = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))

/** Every promised call, in the order of promised-calls.tsv. */
export const promisedCalls = (): PromisedCall[] =>
  rowsOf('promised-calls.tsv').map(([method = '', address = '', file = '', title = '']) => {
    const [path = '', query] = address.split('?')
    return { method, path, query: query?.split('&') ?? [], file, title }
  })

/** Every promised constant and error text, in the order of promised-words.tsv. */
export const promisedWords = (): PromisedWord[] =>
  rowsOf('promised-words.tsv').map(([section = '', promise = '', place = '', words = '', file = '', title = '']) => ({
    section,
    promise,
    place,
    words,
    file,
    title,
  }))
