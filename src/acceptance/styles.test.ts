import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LAPTOP, measures, NARROW, PHONE, TABLET } from '#web/look/tokens.ts'

const src = join(import.meta.dirname, '..')
const root = join(src, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const LOOK = 'src/web/look/'
/** The booking page is a document of its own, which loads no other styles. */
const PUBLIC = 'src/features/booking/web/public/'

interface Sheet {
  path: string
  rules: readonly { selectors: readonly string[]; body: string }[]
  media: readonly string[]
}

/** Rules inside and outside of media queries; their sheets nest nothing else. */
const sheets: readonly Sheet[] = globSync('src/**/*.css', { cwd: root }).map((path) => {
  const css = read(path)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/@keyframes [\w-]+ \{[\s\S]*?\n\}/g, '')
  return {
    path,
    rules: [...css.matchAll(/^ *([^@{};][^{};]*) \{\n([^{}]*)\}/gm)].map(([, selectors = '', body = '']) => ({
      selectors: selectors.split(/,\s*\n\s*/),
      body,
    })),
    media: [...css.matchAll(/@media ([^{]+) \{/g)].map(([, query = '']) => query),
  }
})
const isModule = ({ path }: Sheet) => path.endsWith('.module.css')
const modules = sheets.filter(isModule)

/** Classes of the module itself: those of others are written `:global(.name)`. */
const localClasses = (selector: string) =>
  [...selector.replaceAll(/:global\([^)]*\)/g, '').matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name)
const declared = new Map(
  modules.map(({ path, rules }) => [path, new Set(rules.flatMap(({ selectors }) => selectors.flatMap(localClasses)))]),
)

const code = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.test\.tsx?$|\/server\/|\/platform\//.test(path))
/** What each file names of each module that it imports. */
const named = code.flatMap((path) => {
  const text = read(path)
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)].map(([, local = '', from = '']) => ({
    path,
    module: from.startsWith('#') ? join('src', from.slice(1)) : relative(root, join(root, dirname(path), from)),
    names: [...text.matchAll(new RegExp(String.raw`\b${local}\.(\w+)`, 'g'))].map(([, name = '']) => name),
  }))
})

/** What the tokens of a kind are worth. */
const valuesOf = (kind: string) => Object.entries(measures).flatMap(([name, value]) => (name.startsWith(`--k-${kind}-`) ? [value] : []))
/** All that may be the name of a class. */
const words = (paths: readonly string[]) => new Set(paths.flatMap((path) => read(path).match(/[A-Za-z][\w-]*/g) ?? []))

const classesOf = (wanted: (path: string) => boolean) =>
  new Set(
    sheets.filter(({ path }) => wanted(path)).flatMap(({ rules }) => rules.flatMap(({ selectors }) => selectors.flatMap(localClasses))),
  )

describe('style sheets', () => {
  test('give a look to no global class outside of web/look', () => {
    expect(modules.length).toBeGreaterThan(90)
    const elsewhere = sheets.filter((sheet) => !isModule(sheet) && ![LOOK, PUBLIC].some((folder) => sheet.path.startsWith(folder)))
    expect(elsewhere.map(({ path }) => path)).toEqual([])
    const global = modules.flatMap(({ path, rules }) =>
      rules.flatMap(({ selectors }) => selectors.filter((one) => localClasses(one).length === 0).map((one) => `${path}: ${one}`)),
    )
    expect(global).toEqual([])
  })

  test('change at four widths alone', () => {
    const widths = [PHONE, NARROW, TABLET, LAPTOP].map((query) => Number(/\d+/.exec(query)))
    const allowed = new Set(widths.flatMap((width) => [`max-width: ${width}px`, `min-width: ${width + 1}px`]))
    const others = sheets.flatMap(({ path, media }) =>
      media.flatMap((query) => [...query.matchAll(/(?:max|min)-width: [\d.]+\w+/g)].map(([one]) => `${path}: ${one}`)),
    )
    expect(others.length).toBeGreaterThan(100)
    expect(others.filter((one) => !allowed.has(one.split(': ').slice(1).join(': ')))).toEqual([])
  })

  test('write spaces, corners and sizes of type as tokens', () => {
    const kinds = [
      [/^ *(?:gap|row-gap|column-gap|padding|margin)[a-z-]*: ([^;]+)/gm, new Set(valuesOf('space'))],
      [/^ *border[a-z-]*-radius: ([^;]+)/gm, new Set(valuesOf('radius'))],
      [/^ *font-size: ([^;]+)/gm, new Set(valuesOf('size'))],
      [/^ *line-height: ([^;]+)/gm, new Set(valuesOf('leading'))],
    ] as const
    const raw = sheets.flatMap(({ path, rules }) =>
      rules
        // The splash is there before any style sheet is.
        .filter(({ selectors }) => !selectors.some((one) => one.includes('.splash')))
        .flatMap(({ body }) =>
          kinds.flatMap(([pattern, tokens]) =>
            [...body.matchAll(pattern)]
              .filter(([, value = '']) => [...value.matchAll(/(?<![\w.-])\d+px/g)].some(([one]) => tokens.has(one)))
              .map(([text]) => `${path}: ${text.trim()}`),
          ),
        ),
    )
    expect(raw).toEqual([])
  })

  test('have no class that nothing names', () => {
    const used = new Map<string, Set<string>>(modules.map(({ path }) => [path, new Set()]))
    for (const { module, names } of named) for (const name of names) used.get(module)?.add(name)
    const unused = [...declared].flatMap(([path, names]) =>
      [...names].filter((name) => !used.get(path)?.has(name)).map((name) => `${path}: ${name}`),
    )
    expect(unused).toEqual([])

    const program = words(['index.html', ...code.filter((path) => !path.startsWith(PUBLIC))])
    const booking = words([
      'booking.html',
      ...code.filter((path) => path.startsWith(PUBLIC) || path.startsWith('src/features/booking/web/')),
    ])
    const global = sheets
      .filter((sheet) => !isModule(sheet))
      .flatMap(({ path, rules }) =>
        rules.flatMap(({ selectors }) =>
          selectors
            .flatMap((one) => [...one.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name))
            .filter((name) => !/^(?:mantine|tabler)-/.test(name) && !(path.startsWith(PUBLIC) ? booking : program).has(name))
            .map((name) => `${path}: ${name}`),
        ),
      )
    expect(global).toEqual([])
  })

  test('give the booking page no class of a sheet that it does not load', () => {
    const reached = new Set<string>()
    const reach = (path: string) => {
      if (reached.has(path)) return
      reached.add(path)
      for (const [, from = ''] of read(path).matchAll(/from '((?:\.|#web\/ui)[^']+\.tsx)'/g))
        reach(from.startsWith('#') ? join('src', from.slice(1)) : join(dirname(path), from))
    }
    reach(`${PUBLIC}main.tsx`)
    expect(reached.size).toBeGreaterThan(8)
    const own = classesOf((path) => path.startsWith(PUBLIC))
    const primitives = classesOf((path) => /look\/(?:ground|layout|states|widths)\.css$/.test(path))
    const foreign = [...reached].flatMap((path) =>
      [...read(path).matchAll(/className=\{?["`]([^"`]*)/g)].flatMap(([, text = '']) =>
        text
          .split(/\s+/)
          .filter((name) => primitives.has(name) && !own.has(name))
          .map((name) => `${path}: ${name}`),
      ),
    )
    expect(foreign).toEqual([])
  })

  test('declare every class of a module that code names', () => {
    expect(named.length).toBeGreaterThan(200)
    const missing = named.flatMap(({ path, module, names }) =>
      names.filter((name) => !declared.get(module)?.has(name)).map((name) => `${path}: ${module} ${name}`),
    )
    expect(missing).toEqual([])
  })
})
