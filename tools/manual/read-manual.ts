import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import type { ManualBlock, ManualPage, ManualPiece } from '#web/help/manual-page.ts'

export const manualFolder = join(import.meta.dirname, '../../docs/manual')

const FRONT_MATTER = /^---\n([^]*?)\n---\n/
const namesIn = (matter: string, name: string): string[] =>
  (matter.match(new RegExp(`^${name}:(.*)$`, 'm'))?.[1] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

type Refuse = (token: Token) => never

const toPiece = (token: Token, refuse: Refuse): ManualPiece => {
  if (token.type === 'strong') return { control: unescaped((token as Tokens.Strong).text) }
  if (token.type === 'codespan') return { key: unescaped((token as Tokens.Codespan).text) }
  if (token.type === 'link') {
    const { href, text } = token as Tokens.Link
    const page = href.match(/^([\w-]+)\.md$/)?.[1]
    return page === undefined ? refuse(token) : { page, text: unescaped(text) }
  }
  if (token.type === 'text' || token.type === 'escape') return unescaped((token as Tokens.Text).text).replaceAll('\n', ' ')
  return refuse(token)
}

const toPieces = (tokens: readonly Token[], refuse: Refuse): ManualPiece[] =>
  tokens.flatMap((token) => {
    const isParagraph = token.type === 'paragraph' || (token.type === 'text' && 'tokens' in token && token.tokens !== undefined)
    return isParagraph ? toPieces((token as Tokens.Paragraph).tokens, refuse) : [toPiece(token, refuse)]
  })

const toBlock = (token: Token, refuse: Refuse): ManualBlock[] => {
  if (token.type === 'space') return []
  if (token.type === 'heading') return [{ type: 'heading', text: unescaped((token as Tokens.Heading).text) }]
  if (token.type === 'paragraph') return [{ type: 'paragraph', pieces: toPieces((token as Tokens.Paragraph).tokens, refuse) }]
  if (token.type !== 'list') return refuse(token)
  const { ordered, items } = token as Tokens.List
  return [{ type: 'list', isOrdered: ordered, items: items.map((item) => toPieces(item.tokens, refuse)) }]
}

/** Reads one page of the manual. Throws for Markdown that the help does not show: HTML, pictures, tables, links out of the manual. */
export const readManualPage = (id: string, source: string): ManualPage => {
  const matter = source.match(FRONT_MATTER)?.[1]
  if (matter === undefined) throw new Error(`docs/manual/${id}.md has no front matter with roles and routes.`)
  const refuse: Refuse = (token) => {
    throw new Error(`docs/manual/${id}.md: the help cannot show this ${token.type}: ${token.raw.trim()}`)
  }
  const [title, ...tokens] = lexer(source.replace(FRONT_MATTER, '')).filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading' || (title as Tokens.Heading).depth !== 1)
    throw new Error(`docs/manual/${id}.md does not begin with its title.`)
  return {
    id,
    title: unescaped((title as Tokens.Heading).text),
    roles: namesIn(matter, 'roles'),
    routes: namesIn(matter, 'routes'),
    also: namesIn(matter, 'also'),
    blocks: tokens.flatMap((token) => toBlock(token, refuse)),
  }
}

/** Every page of `docs/manual`, by title. */
export const readManual = (): ManualPage[] =>
  readdirSync(manualFolder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => readManualPage(name.slice(0, -'.md'.length), readFileSync(join(manualFolder, name), 'utf8').replaceAll('\r\n', '\n')))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
