import { expect, test } from 'vitest'
import { MAX_DOCUMENT_BYTES } from '#features/records/contract-fields.ts'
import { isDocument, refusalOf, sizeText, titleOf, titleOfText } from './file-rules.ts'
import { makeQueue } from './queue.ts'

const file = (name: string, type = 'application/pdf') => new File(['words'], name, { type, lastModified: 1 })
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
const statesOf = ({ store }: { store: { get: () => readonly { state: string }[] } }) => store.get().map(({ state }) => state)

test('one of ten that fails stays, and is sent again under the same key; the rest arrives', async () => {
  const keys: string[] = []
  let fails = true
  const queue = makeQueue({
    say: () => 'The disk is full.',
    send: (upload) => {
      keys.push(`${upload.file.name} ${upload.idempotencyKey}`)
      return upload.file.name === '3.pdf' && fails ? Promise.reject(new Error('no')) : Promise.resolve({ record: keys.length })
    },
  })
  queue.add(Array.from({ length: 10 }, (_, at) => file(`${at}.pdf`)))
  queue.start()
  await settle()
  expect(statesOf(queue).filter((state) => state === 'sent')).toHaveLength(9)
  const failed = queue.store.get().find(({ state }) => state === 'failed')
  expect(failed).toMatchObject({ title: '3', why: 'The disk is full.' })
  fails = false
  queue.retry(failed?.id ?? '')
  await settle()
  expect(statesOf(queue)).toEqual(Array.from({ length: 10 }, () => 'sent'))
  const tries = keys.filter((key) => key.startsWith('3.pdf'))
  expect(tries).toHaveLength(2)
  expect(new Set(tries).size).toBe(1)
})

test('two go at a time, and what was stopped can be sent later', async () => {
  let most = 0
  let open = 0
  const answers: (() => void)[] = []
  const queue = makeQueue({
    say: String,
    send: (_, { signal, onShare }) => {
      most = Math.max(most, (open += 1))
      onShare(0.5)
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
        answers.push(() => resolve({ record: 7 }))
      }).finally(() => (open -= 1)) as Promise<{ record: number }>
    },
  })
  queue.add([file('a.pdf'), file('b.pdf'), file('c.pdf')])
  queue.start()
  expect(statesOf(queue)).toEqual(['sending', 'sending', 'queued'])
  expect(queue.store.get()[0]?.share).toBe(0.5)
  queue.stop(queue.store.get()[0]?.id ?? '')
  await settle()
  expect(statesOf(queue)).toEqual(['chosen', 'sending', 'sending'])
  for (const answer of answers) answer()
  await settle()
  expect(statesOf(queue)).toEqual(['chosen', 'sent', 'sent'])
  expect(most).toBe(2)
  queue.clear()
  expect(statesOf(queue)).toEqual(['chosen'])
})

test('says before sending what cannot be taken, and takes the same file once', () => {
  const queue = makeQueue({ say: String, send: () => Promise.resolve({ record: 1 }) })
  queue.add([file('a.pdf'), file('a.zip', 'application/zip')], { title: 'Scan' })
  queue.add([file('a.pdf'), file('b.docx', ''), file('b.docx', '')])
  expect(statesOf(queue)).toEqual(['chosen', 'refused', 'refused'])
  expect(queue.store.get()[2]?.why).toContain('Office')
  expect(queue.store.get()[1]?.why).toContain('PDF')
  expect(refusalOf({ name: 'a.pdf', type: 'application/pdf', size: MAX_DOCUMENT_BYTES })).toBeNull()
  expect(refusalOf({ name: 'a.pdf', type: 'application/pdf', size: MAX_DOCUMENT_BYTES + 1 })).toContain('25 MB')
  expect(refusalOf({ name: 'a.pdf', type: 'application/pdf', size: 0 })).toContain('empty')
  expect(isDocument({ name: 'Scan.TIF', type: '' })).toBe(true)
  expect(isDocument({ name: 'Thumbs.db', type: '' })).toBe(false)
  expect(sizeText(0)).toBe('0 KB')
  expect(sizeText(1)).toBe('1 KB')
  expect(titleOfText('  Known asthma,\ttakes salbutamol.\nNo cough.')).toBe('Known asthma, takes salbutamol.')
  expect(titleOfText('word '.repeat(40))).toBe(`${'word '.repeat(12).trim()}…`)
  expect(titleOf('Discharge_summary  2024.final.pdf')).toBe('Discharge summary 2024.final')
})

test('what is changed after a failure is sent as something new', async () => {
  const keys = new Set<string>()
  const queue = makeQueue({
    say: String,
    send: ({ idempotencyKey }) => {
      keys.add(idempotencyKey)
      return Promise.reject(new Error('no'))
    },
  })
  queue.add([file('a.pdf')])
  const id = queue.store.get()[0]?.id ?? ''
  queue.change(id, { title: 'Before' })
  queue.start()
  await settle()
  queue.change(id, { title: 'After' })
  queue.retry(id)
  await settle()
  expect(keys.size).toBe(2)
  expect(queue.store.get()[0]).toMatchObject({ state: 'failed', title: 'After' })
})
