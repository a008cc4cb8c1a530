import { expect, test } from 'vitest'
import { z } from 'zod'
import { plainTextOf, RichText } from '#shared/rich-text.ts'
import { documentOf } from './web/markup.ts'

const wordsIn = (message: string) => message.match(/word|é/g)?.length ?? 0
const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const bold = { type: 'bold' }
const italic = { type: 'italic' }
const link = (href: string) => ({ type: 'link', attrs: { href } })

test('what is typed with a few signs becomes a text with form', () => {
  expect(documentOf('## Water\n\nOff from **14:00**.\nUse the _tank_.\n\n- Laboratory\n- Ward\n  1. A\n  2. B\n> Plan\n> B')).toEqual({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('Water')] },
      paragraph(
        text('Off from '),
        text('14:00', bold),
        text('.'),
        { type: 'hardBreak' },
        text('Use the '),
        text('tank', italic),
        text('.'),
      ),
      {
        type: 'bulletList',
        content: [
          { type: 'listItem', content: [paragraph(text('Laboratory'))] },
          {
            type: 'listItem',
            content: [
              paragraph(text('Ward')),
              {
                type: 'orderedList',
                content: [
                  { type: 'listItem', content: [paragraph(text('A'))] },
                  { type: 'listItem', content: [paragraph(text('B'))] },
                ],
              },
            ],
          },
        ],
      },
      { type: 'blockquote', content: [paragraph(text('Plan'), { type: 'hardBreak' }, text('B'))] },
    ],
  })
})

test.each([
  [
    'see [the **plan**](https://a.example/p)',
    [text('see '), text('the ', link('https://a.example/p')), text('plan', link('https://a.example/p'), bold)],
  ],
  ['https://a.example/x_y_z.', [text('https://a.example/x_y_z', link('https://a.example/x_y_z')), text('.')]],
  ['[x](javascript:alert)', [text('[x](javascript:alert)')]],
  ['**_both_**', [text('both', bold, italic)]],
  ['5 * 3 ** 2, snake_case_name, 2_000', [text('5 * 3 ** 2, snake_case_name, 2_000')]],
  ['\\*\\*plain\\*\\*', [text('*'), text('*'), text('plain'), text('*'), text('*')]],
  ['<b>x</b> &amp;', [text('<b>x</b> &amp;')]],
])('a line: %s', (typed, nodes) => {
  expect(documentOf(typed)?.content).toEqual([paragraph(...nodes)])
})

/** What each block shows: a paragraph its words, a list its numbers and words. */
const shownOf = (typed: string) =>
  documentOf(typed)?.content.map((block) =>
    block.type === 'orderedList'
      ? block.content.map((item, at) => `${at + 1}. ${plainTextOf({ content: item.content })}`)
      : plainTextOf({ content: [block] }),
  )
test.each([
  ['24. December: closed', ['24. December: closed']],
  ['Closed:\n24. December\n25. December', ['Closed:\n24. December\n25. December']],
  ['1. January: closed\n2) January: closed\n6. January: open', [['1. January: closed', '2. January: closed'], '6. January: open']],
  ['1. a\n\n2. b\n\n\n3. c\n\n5. e', [['1. a', '2. b', '3. c'], '5. e']],
  ['1. a\n1. b', [['1. a'], ['1. b']]],
  ['01. January', ['01. January']],
])('numbers show as they were typed: %j', (typed, shown) => {
  expect(shownOf(typed)).toEqual(shown)
})

test('whatever is typed is a document that the server takes, and loses no words', () => {
  expect(documentOf(' \n\n ')).toBeNull()
  const signs = ['- ', '  ', '> ', '1. ', '2. ', '## ', '**', '_', '[', '](', 'https://a.example', ')', 'word', '\n', '\n\n', '\\', 'é']
  let seed = 7
  const next = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
  for (let round = 0; round < 400; round++) {
    const typed = `word${Array.from({ length: 30 }, () => signs[next(signs.length)]).join('')}`
    const document = documentOf(typed)
    const taken = z.safeParse(RichText, document)
    expect(taken.error?.issues, JSON.stringify(typed)).toBeUndefined()
    expect(wordsIn(plainTextOf(taken.data!)), JSON.stringify(typed)).toBe(wordsIn(typed))
  }
})
