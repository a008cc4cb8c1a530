/** One example of a document: a request and what it answers. */
export interface DocExample {
  /** The heading that it is under. */
  section: string
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
  status: number
  /** Headers of the answer, `…` for a part that is left out. */
  replyHeaders: Record<string, string>
  /** What the answer is written as: JSON with `…` for what is left out, or lines of text; null for an answer without a body. */
  answer: string | null
}

const HEADER = /^[A-Z][A-Za-z-]*: /
const readHeaders = (lines: readonly string[]) =>
  Object.fromEntries(lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]))
const METHOD = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (\S+)$/

const readExample = (section: string, text: string): DocExample => {
  const [asked = '', answered] = text.split(/^HTTP /m)
  const [line = '', ...rest] = asked.trim().split('\n')
  const [, method, url] = METHOD.exec(line) ?? []
  const status = Number(/^\d{3}/.exec(answered ?? '')?.[0])
  if (!method || !url || !status) throw new Error(`This example is not of a request and its answer:\n${text}`)
  const blank = rest.indexOf('')
  const head = blank < 0 ? rest : rest.slice(0, blank)
  const body = blank < 0 ? '' : rest.slice(blank).join('\n').trim()
  const lines = answered!.trim().split('\n').slice(1)
  const end = lines.findIndex((one) => !HEADER.test(one))
  const answer = lines
    .slice(end < 0 ? lines.length : end)
    .join('\n')
    .trim()
  const replyHeaders = readHeaders(end < 0 ? lines : lines.slice(0, end))
  return { section, method, url, headers: readHeaders(head), body: body || null, status, replyHeaders, answer: answer || null }
}

/** The sections of a Markdown document, and its blocks of one language, each with the section that it is in. */
export const readBlocks = (markdown: string, language: string) => {
  const sections: string[] = []
  const blocks: { section: string; text: string }[] = []
  for (const part of markdown.split(/^## /m).slice(1)) {
    const section = part.slice(0, part.indexOf('\n')).trim()
    sections.push(section)
    for (const [, text = ''] of part.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))) blocks.push({ section, text })
  }
  return { sections, blocks }
}

/** The sections of a document, and its examples (blocks of language `http`) in their order. */
export const readExamples = (markdown: string) => {
  const { sections, blocks } = readBlocks(markdown, 'http')
  return { sections, examples: blocks.map(({ section, text }) => readExample(section, text)) }
}

/** What examples call by a name, such as `{patient}`: an id or a token of an answer, which later examples send. */
export type Named = Map<string, unknown>

/** A text of an example with what its names stand for. */
export const fill = (text: string, named: Named): string =>
  text.replace(/\{([a-z]+)\}/g, (whole, name: string) => {
    if (!named.has(name)) throw new Error(`No answer before has named ${whole}.`)
    return String(named.get(name))
  })

const REST = '…'
/** JSON of an answer as it is written in a document: a bare `…` and a bare `{name}` become texts that `compare` knows. */
const toJson = (written: string): unknown => {
  const inside: string[] = []
  let json = ''
  for (const [part] of written.matchAll(/"(?:[^"\\]|\\.)*"|\{[a-z]+\}|[^]/g)) {
    if (/^\{[a-z]+\}$/.test(part)) json += JSON.stringify(part)
    else if (part !== REST) {
      if (part === '{' || part === '[') inside.push(part)
      if (part === '}' || part === ']') inside.pop()
      json += part
    } else json += inside.at(-1) === '{' && !/:\s*$/.test(json) ? `"${REST}": true` : `"${REST}"`
  }
  return JSON.parse(json)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a text is what is written of it, with `…` for whatever was left out. */
export const isLike = (written: string, got: string): boolean => {
  const parts = written.split(REST).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`).test(got)
}

/** Where an answer differs from what is written of it, and how; null where it does not. What is named is learned. */
const difference = (written: unknown, got: unknown, named: Named, at: string): string | null => {
  if (written === REST) return got === undefined ? `${at} is not answered` : null
  const name = typeof written === 'string' ? /^\{([a-z]+)\}$/.exec(written)?.[1] : undefined
  if (name !== undefined && !named.has(name)) {
    if (typeof got !== 'number' && typeof got !== 'string') return `${at} is ${JSON.stringify(got)}`
    named.set(name, got)
    return null
  }
  if (name !== undefined) return named.get(name) === got ? null : `${at} is ${JSON.stringify(got)}, not ${written as string}`
  if (Array.isArray(written)) {
    if (!Array.isArray(got)) return `${at} is no list`
    const all = written.filter((one) => one !== REST)
    if (got.length < all.length || (all.length === written.length && got.length > all.length)) return `${at} has ${got.length} lines`
    return all.map((one, index) => difference(one, got[index], named, `${at}[${index}]`)).find((found) => found !== null) ?? null
  }
  if (isRecord(written)) {
    if (!isRecord(got)) return `${at} is ${JSON.stringify(got)}`
    const { [REST]: others, ...fields } = written
    const more = Object.keys(got).filter((key) => !(key in fields))
    if (!others && more.length > 0) return `${at} has ${more.join(', ')} as well`
    return (
      Object.entries(fields)
        .map(([key, value]) => difference(value, got[key], named, `${at}.${key}`))
        .find((found) => found !== null) ?? null
    )
  }
  if (typeof written === 'string' && typeof got === 'string' && isLike(written, got)) return null
  return written === got ? null : `${at} is ${JSON.stringify(got)}, not ${JSON.stringify(written)}`
}

/** Whether an answer is written as JSON; otherwise each of its lines has to be in the answer. */
export const isJson = (answer: string) => /^[[{]/.test(answer)

/** Where the JSON of an answer differs from what is written of it; null where it does not. */
export const compare = (written: string, got: unknown, named: Named): string | null => difference(toJson(written), got, named, 'The answer')
