import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { englishFiles } from '#platform/texts/read-texts.ts'
import { seededGroups } from '#shared/permissions.ts'
import type { ManualPage, ManualPiece } from '#web/help/manual-page.ts'
import { manualFolder, readManual, readManualPage } from '../../tools/manual/read-manual.ts'

const src = join(import.meta.dirname, '..')
const pages = readManual()
const piecesOf = ({ blocks }: ManualPage): ManualPiece[] =>
  blocks.flatMap((block) => (block.type === 'paragraph' ? block.pieces : block.type === 'list' ? block.items.flat() : []))
const named = <T>(pick: (piece: ManualPiece) => T | undefined) =>
  pages.flatMap((page) =>
    piecesOf(page).flatMap((piece) => {
      const found = pick(piece)
      return found === undefined ? [] : [{ page: page.id, found }]
    }),
  )

const texts = new Set(
  englishFiles().flatMap((file) => Object.values(JSON.parse(readFileSync(join(src, file), 'utf8')) as Record<string, string>)),
)

test('every control that the manual quotes is one of the English texts', () => {
  const controls = named((piece) => (typeof piece === 'object' && 'control' in piece ? piece.control : undefined))
  expect(controls.length).toBeGreaterThan(300)
  expect(controls.filter(({ found }) => !texts.has(found)).map(({ page, found }) => `${page}: ${found}`)).toEqual([])
})

test('every link of the manual leads to a page of it', () => {
  const ids = pages.map(({ id }) => id)
  const links = named((piece) => (typeof piece === 'object' && 'page' in piece ? piece.page : undefined))
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter(({ found }) => !ids.includes(found))).toEqual([])
})

test('every page of the manual is for groups of a new clinic, and every group has its pages', () => {
  const groups = Object.keys(seededGroups)
  expect(pages.flatMap(({ id, roles }) => roles.filter((role) => !groups.includes(role)).map((role) => `${id}: ${role}`))).toEqual([])
  for (const group of groups) expect(pages.filter(({ roles }) => roles.includes(group)).length, group).toBeGreaterThanOrEqual(4)
})

test('the list of the manual has every page once, by its title', () => {
  const listed = [...readFileSync(join(manualFolder, 'README.md'), 'utf8').matchAll(/^- \[(.+)\]\(([\w-]+)\.md\)$/gm)]
  expect(listed.map(([, title, id]) => `${id}: ${title}`).toSorted()).toEqual(pages.map(({ id, title }) => `${id}: ${title}`).toSorted())
})

test('titles are tasks that are named once', () => {
  const titles = pages.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})

const page = (body: string) => () => readManualPage('x', `---\nroles: Nurse\nroutes: /x\n---\n\n# Title\n\n${body}\n`)

test('refuses Markdown that the help cannot show', () => {
  expect(page('Press **Save**.')().blocks).toEqual([{ type: 'paragraph', pieces: ['Press ', { control: 'Save' }, '.'] }])
  expect(page('<script>alert(1)</script>')).toThrow('cannot show this html')
  expect(page('a <b onclick="x()">b</b>')).toThrow('cannot show this html')
  expect(page('![x](x.png)')).toThrow('cannot show this image')
  expect(page('[x](https://elsewhere.example)')).toThrow('cannot show this link')
  expect(page('[x](javascript:alert)')).toThrow('cannot show this link')
  expect(page('| a |\n|---|\n| b |')).toThrow('cannot show this table')
  expect(() => readManualPage('x', '# Title\n')).toThrow('has no front matter')
})
