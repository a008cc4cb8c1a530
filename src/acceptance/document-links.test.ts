import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { graph } from '../features/graph.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const list = (...patterns: string[]) => globSync(patterns, { cwd: root }).map((path) => path.replaceAll('\\', '/'))

/** Pages about the program as it is. Decisions and the changelog may name what is gone, so only their links are followed. */
const pages = list('{README,ARCHITECTURE,CONTRIBUTING,SECURITY}.md', 'docs/*.md', 'docs/data-dictionary/*.md', 'docs/manual/*.md')
const history = list('CHANGELOG.md', 'docs/decisions/*.md')

const folders = ['db', 'docs', 'e2e', 'quality', 'src', 'testdata', 'tools']
/** Every file and folder, each with a slash before it, so that the end of a path is found as whole names. */
const tree = list('*.*', ...folders.map((folder) => `${folder}/**`)).map((path) => `/${path}`)
const firstNames = new Set([...folders, ...list('src/*').map((path) => path.replace('src/', '')), ...Object.keys(graph)])

/** What readers of a page make themselves, and a file that exists only while translations wait to be read again. */
const madeLater = [/NNNN/, /^features\/incidents\//, /\/interpreters-page\.tsx$/, /^types\.ts$/, /^web\/texts\/to-check\.json$/]

const isPath = (word: string) => {
  if (!/^[\w@.*-]+(?:\/[\w@.*-]+)*\/?$/.test(word) || madeLater.some((pattern) => pattern.test(word))) return false
  const [first = ''] = word.split('/')
  return (word.includes('/') && firstNames.has(first)) || /\w\.(?:ts|tsx|mjs|sql|css|typ|tsv)$/.test(word)
}
const isThere = (path: string) => {
  const end = `/${path.replace(/\/$/, '')}`
  if (!end.includes('*')) return tree.some((known) => known.endsWith(end))
  const parts = end.split('*').map((part) => part.replaceAll('.', String.raw`\.`))
  const pattern = new RegExp(`${parts.join('[^/]*')}$`)
  return tree.some((known) => pattern.test(known))
}

/** The words in code marks that are paths: `src/app.ts`, `node quality/faults.ts`. */
const pathsIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.split(' ')).filter(isPath)
const linksIn = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^\w+:/.test(link))

/** The names that headings of a page have in its address, as GitHub makes them. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
const isLinked = (page: string, link: string) => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : normalize(join(dirname(page), path))
  return existsSync(join(root, target)) && (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor))
}

test('tells paths from other words in code marks', () => {
  expect(pathsIn('`src/app.ts`, `node tools/gone.ts --all`, `shared/*.gen.ts`, `patients.view`, `data/secrets`, `text/csv`')).toEqual([
    'src/app.ts',
    'tools/gone.ts',
    'shared/*.gen.ts',
  ])
  expect(['src/app.ts', 'shared/*.gen.ts', 'features/patients/', 'tools/gone.ts', 'app/gone-*.ts'].filter(isThere)).toEqual([
    'src/app.ts',
    'shared/*.gen.ts',
    'features/patients/',
  ])
})

test('every file and folder that a page names exists', () => {
  const named = pages.flatMap((page) => pathsIn(read(page)).map((path) => ({ page, path })))
  expect(named.length).toBeGreaterThan(300)
  expect(named.filter(({ path }) => !isThere(path)).map(({ page, path }) => `${page}: ${path}`)).toEqual([])
})

test('every link in a page leads to a file, and to a heading where it names one', () => {
  const links = [...pages, ...history].flatMap((page) => linksIn(read(page)).map((link) => ({ page, link })))
  expect(links.length).toBeGreaterThan(300)
  expect(links.filter(({ page, link }) => !isLinked(page, link)).map(({ page, link }) => `${page}: ${link}`)).toEqual([])
})

test('every command that a page names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commands = pages.flatMap((page) =>
    [...read(page).matchAll(/npm run [\w:]+|node [a-z][\w./-]+\.(?:ts|mjs)/g)].map(([command]) => ({ page, command })),
  )
  expect(commands.length).toBeGreaterThan(60)
  const isKnown = (command: string) => {
    const [program, ...words] = command.split(' ')
    return program === 'npm' ? Object.hasOwn(scripts, words[1] ?? '') : existsSync(join(root, words[0] ?? ''))
  }
  expect(commands.filter(({ command }) => !isKnown(command)).map(({ page, command }) => `${page}: ${command}`)).toEqual([])
})
