import type { Socket } from 'node:net'
import { framesOf } from '#features/analysers/protocol/astm-frames.ts'
import { AstmLink } from '#features/analysers/protocol/astm-link.ts'
import type { LinkAction } from '#features/analysers/protocol/astm-line.ts'
import { frame, mllpReader } from '#features/analysers/protocol/mllp.ts'
import { stampIn } from '#features/analysers/protocol/message.ts'
import type { Measurement } from './panels.ts'

export interface Sample {
  accession: string
  isControl: boolean
  values: readonly { measurement: Measurement; value: string }[]
}
export interface Order {
  accession: string
  codes: string[]
}

/** An instrument at one end of a line. */
export interface Session {
  sendResults: (sample: Sample) => void
  /** Asks what is to be done on a sample. */
  ask: (accession: string) => void
  sendRubbish: () => void
  /** Messages that were answered or taken so far. */
  answered: () => number
}

interface Options {
  socket: Socket
  sender: string
  onOrder: (order: Order) => void
  say: (line: string) => void
}

let serial = Date.now() % 1_000_000
const nextId = () => `SIM${++serial}`
const now = () => stampIn('UTC', new Date())
const lines = (text: string) => text.replaceAll('\r', '\n').trimEnd().replaceAll('\n', '\n    ')

const hl7Result = (sender: string, { accession, isControl, values }: Sample) =>
  [
    `MSH|^~\\&|${sender}|SIMULATOR|KLINIKI||${now()}||ORU^R01^ORU_R01|${nextId()}|P|2.5.1`,
    `OBR|1|${accession}|${accession}|PANEL^Panel|||${now()}`,
    ...values.map(
      ({ measurement: { code, name, unit }, value }, at) => `OBX|${at + 1}|NM|${code}^${name}||${value}|${unit}|||||F|||${now()}`,
    ),
    ...(isControl ? [`SPM|1|${accession}||SER|||||||Q`] : []),
  ]
    .map((segment) => `${segment}\r`)
    .join('')

const orderIn = (message: string): Order => {
  const orders = message.split('\r').filter((segment) => segment.startsWith('OBR|'))
  const fields = orders.map((segment) => segment.split('|'))
  return {
    accession: fields[0]?.[3] || fields[0]?.[2] || '',
    codes: fields.map((parts) => (parts[4] ?? '').split('^')[0] ?? '').filter(Boolean),
  }
}

/** An instrument that speaks HL7 v2 over MLLP. */
export const hl7Session = ({ socket, sender, onOrder, say }: Options): Session => {
  const reader = mllpReader({ maxBytes: 1024 * 1024 })
  let answered = 0
  const hear = (message: string) => {
    say(`< ${lines(message)}`)
    const [, type, id] = /^(?:[^|\r]*\|){8}([^|\r]*)\|([^|\r]*)/.exec(message) ?? []
    if (!type?.startsWith('OML') && !type?.startsWith('ORM')) {
      answered += 1
      return
    }
    const answer = `MSH|^~\\&|${sender}|SIMULATOR|KLINIKI||${now()}||${type.startsWith('OML') ? 'ORL^O22' : 'ORR^O02'}|${nextId()}|P|2.5.1\rMSA|AA|${id}\r`
    socket.write(frame(answer))
    say(`> ${lines(answer)}`)
    onOrder(orderIn(message))
  }
  socket.on('data', (bytes) => {
    for (const event of reader.feed(bytes)) if (event.type === 'message') hear(event.bytes.toString())
  })
  const send = (message: string) => {
    say(`> ${lines(message)}`)
    socket.write(frame(message))
  }
  return {
    sendResults: (sample) => send(hl7Result(sender, sample)),
    ask: () => say('An HL7 instrument of this kind does not ask: it waits for orders.'),
    sendRubbish: () => send('PID|1||NOBODY\rOBX|1|NM|K^K||high|\r'),
    answered: () => answered,
  }
}

const astmHeader = (sender: string) => `H|\\^&|${nextId()}||${sender}|||||||P|LIS2-A2|${now()}`
const astmResult = (sender: string, { accession, isControl, values }: Sample) => [
  astmHeader(sender),
  'P|1',
  `O|1|${accession}||${values.map(({ measurement }) => `^^^${measurement.code}`).join('\\')}|R||||||${isControl ? 'Q' : ''}`,
  ...values.map(({ measurement: { code, unit }, value }, at) => `R|${at + 1}|^^^${code}|${value}|${unit}||N||F||||${now()}`),
  'L|1|N',
]
const astmOrder = (message: string): Order | null => {
  const record = message.split('\r').find((line) => line.startsWith('O|'))
  if (!record || !/\|[OQ]$/.test(record)) return null
  const fields = record.split('|')
  return { accession: fields[2] ?? '', codes: (fields[4] ?? '').split('\\').flatMap((test) => test.split('^')[3] || []) }
}

/** An instrument that speaks ASTM. */
export const astmSession = ({ socket, sender, onOrder, say }: Options): Session => {
  const link = new AstmLink({ role: 'instrument', maxFrame: 64_000, maxMessage: 1024 * 1024 })
  let taken = 0
  let timer: NodeJS.Timeout | undefined
  const hear = (message: string) => {
    say(`< ${lines(message)}`)
    const order = astmOrder(message)
    if (order) onOrder(order)
  }
  const act = (actions: readonly LinkAction[]) => {
    for (const action of actions) {
      if (action.type === 'send') socket.write(action.bytes)
      else if (action.type === 'delivered') say(`  taken (${++taken})`)
      else if (action.type === 'undelivered') say(`  not taken: ${action.reason}`)
      else if (action.type === 'problem') say(`  problem: ${action.reason}`)
      else {
        for (const message of action.messages) hear(message.toString())
        if (action.isWithheld) act(link.accept(performance.now()))
      }
    }
    clearTimeout(timer)
    if (link.deadline !== null) timer = setTimeout(() => act(link.tick(performance.now())), Math.max(1, link.deadline - performance.now()))
  }
  socket.on('data', (bytes) => act(link.feed(bytes, performance.now())))
  socket.once('close', () => clearTimeout(timer))
  const send = (records: readonly string[]) => {
    say(`> ${records.join('\n    ')}`)
    act(link.send(nextId(), framesOf(records.map((record) => Buffer.from(`${record}\r`))), performance.now()))
  }
  return {
    sendResults: (sample) => send(astmResult(sender, sample)),
    ask: (accession) => send([astmHeader(sender), `Q|1|^${accession}||ALL`, 'L|1|N']),
    sendRubbish: () => void socket.write(Buffer.from('\u0005\u00021R|1|^^^K|high\u000300\r\n')),
    answered: () => taken,
  }
}
