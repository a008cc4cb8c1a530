import { expect, test } from 'vitest'
import { z } from 'zod'
import { isSafeLink, plainTextOf, RICH_TEXT, RichText } from './rich-text.ts'

const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const list = (type: 'bulletList' | 'orderedList', ...items: unknown[][]) => ({
  type,
  content: items.map((content) => ({ type: 'listItem', content })),
})
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const link = (href: unknown) => ({ type: 'link', attrs: { href } })
/** Where and why a document is refused; nothing when it is taken. */
const refusals = (value: unknown) => {
  const { error } = z.safeParse(RichText, value)
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
}
const places = (value: unknown) => refusals(value).map(([path]) => path)

const whole = doc(
  { type: 'heading', attrs: { level: 2 }, content: [text('Water')] },
  paragraph(text('Off from '), text('14:00', { type: 'bold' }), { type: 'hardBreak' }, text('Use the tank.', { type: 'italic' })),
  list('bulletList', [paragraph(text('Laboratory'))], [paragraph(text('Ward')), list('orderedList', [paragraph(text('A'))])]),
  { type: 'blockquote', content: [paragraph(text('Plan', link('https://clinic.example/plan?a=1')))] },
  paragraph(),
)

test('a text with form is taken as it is, and its words are plain text', () => {
  expect(refusals(whole)).toEqual([])
  expect(RichText.parse(whole)).toEqual(whole)
  expect(plainTextOf(RichText.parse(whole))).toBe('Water\n\nOff from 14:00\nUse the tank.\n\n- Laboratory\n- Ward\n  1. A\n\nPlan')
  expect(RichText.parse(doc(paragraph(text('e\u0301')))).content[0]).toEqual(paragraph(text('é')))
})

test('what is not known is refused by its place', () => {
  const cases: [unknown, string][] = [
    [{ type: 'page', content: [paragraph(text('x'))] }, 'type'],
    [{ type: 'doc' }, 'content'],
    [doc(), ''],
    [doc({ type: 'script', content: [text('x')] }), 'content.0.type'],
    [doc({ type: 'image', attrs: { src: 'x' } }), 'content.0.type'],
    [doc(text('x')), 'content.0.type'],
    [doc({ type: 'listItem', content: [paragraph(text('x'))] }), 'content.0.type'],
    [doc(paragraph(paragraph(text('x')))), 'content.0.content.0.type'],
    [doc({ type: 'heading', attrs: { level: 1 }, content: [text('x')] }), 'content.0.attrs.level'],
    [doc({ type: 'heading', content: [text('x')] }), 'content.0.attrs'],
    [doc({ ...paragraph(text('x')), attrs: { onclick: 'x' } }), 'content.0'],
    [doc({ ...paragraph(text('x')), html: '<b>' }), 'content.0'],
    [doc(paragraph({ ...text('x'), style: 'color:red' })), 'content.0.content.0'],
    [doc(paragraph(text('x'), text(''))), 'content.0.content.1.text'],
    [doc(paragraph({ type: 'text', text: 5 })), 'content.0.content.0.text'],
    [doc(paragraph(text('x', { type: 'code' }))), 'content.0.content.0.marks.0.type'],
    [doc(paragraph(text('x', { type: 'bold' }, { type: 'bold' }))), 'content.0.content.0.marks'],
    [
      doc(paragraph(text('x', { type: 'link', attrs: { href: 'https://a.example', target: '_top' } }))),
      'content.0.content.0.marks.0.attrs',
    ],
    [doc({ type: 'bulletList', content: [] }, paragraph(text('x'))), 'content.0.content'],
    [doc({ type: 'blockquote', content: [] }, paragraph(text('x'))), 'content.0.content'],
    [doc(paragraph(text(' \u200b '))), ''],
  ]
  for (const [value, place] of cases) expect(places(value), JSON.stringify(value)).toEqual([place])
})

test('a link leads to the web, a mailbox or a telephone, and nowhere else', () => {
  for (const href of ['https://a.example/b?c=d#e', 'http://a.example', 'mailto:desk@clinic.example', 'tel:+254700000001'])
    expect(isSafeLink(href), href).toBe(true)
  for (const href of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'blob:https://a.example/1',
    'file:///etc/passwd',
    '//a.example',
    '/dashboard',
    'a.example',
    'https:a.example',
    'https:\\\\a.example',
    'https://',
    'https://a.example/\u202ex',
    `https://a.example/${'x'.repeat(2000)}`,
    '',
  ]) {
    expect(isSafeLink(href), href).toBe(false)
    expect(places(doc(paragraph(text('x', link(href)))))).toEqual(['content.0.content.0.marks.0.attrs.href'])
  }
})

test('it is neither too deep, nor of too many parts, nor too long', () => {
  const quoted = (depth: number): unknown => (depth === 0 ? paragraph(text('x')) : { type: 'blockquote', content: [quoted(depth - 1)] })
  expect(refusals(doc(quoted(RICH_TEXT.depth - 2)))).toEqual([])
  expect(refusals(doc(quoted(RICH_TEXT.depth - 1)))).toEqual([
    [
      Array(RICH_TEXT.depth + 1)
        .fill('content.0')
        .join('.'),
      'Too many nested levels.',
    ],
  ])
  expect(places(doc(quoted(400)))).toHaveLength(1)
  const many = (n: number) => doc(...Array.from({ length: n / 2 }, () => paragraph(text('x'))))
  expect(refusals(many(RICH_TEXT.nodes))).toEqual([])
  expect(refusals(many(RICH_TEXT.nodes + 2))).toEqual([['', 'The text has too many parts.']])
  expect(refusals(doc(paragraph(text('x'.repeat(RICH_TEXT.characters)))))).toEqual([])
  expect(refusals(doc(paragraph(text('x'.repeat(RICH_TEXT.characters)), text('y'))))).toEqual([['', 'The text is too long.']])
})
