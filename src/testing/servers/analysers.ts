import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { LabEquipment } from '#platform/db/tables.gen.ts'
import { freePort } from '#platform/free-port.ts'

// Four digits from the first one on: names sort as they were made.
let serial = 1000

/** An instrument by SQL: HL7, listened to on a free port, of this machine, unless said otherwise. */
export const anInstrument = async (db: Db, values: Partial<Insertable<LabEquipment>> = {}) =>
  db
    .insertInto('lab_equipment')
    .values({
      name: `Instrument ${++serial}`,
      protocol: 'hl7',
      connection: 'listen',
      port: values.port ?? (await freePort()),
      host: '127.0.0.1',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

interface Mapped {
  code: string
  panel: { id: number } | null
  unit?: string | null
  values?: Record<string, string>
}
/** Says what codes of an instrument mean, by SQL. */
export const mapCodes = (db: Db, equipment: { id: number }, codes: readonly Mapped[]) =>
  db
    .insertInto('lab_equipment_codes')
    .values(
      codes.map(({ code, panel, unit = null, values = {} }) => ({
        equipment_id: equipment.id,
        code,
        panel_id: panel?.id ?? null,
        unit,
        values: JSON.stringify(values),
      })),
    )
    .execute()

/** The other end of a line: sends bytes and collects what comes back. */
export const callLine = async (port: number) => {
  const socket: Socket = connect({ port, host: '127.0.0.1' })
  let heard = Buffer.alloc(0)
  let isClosed = false
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    heard = Buffer.concat([heard, chunk])
    socket.emit('news')
  })
  socket.once('close', () => {
    isClosed = true
    socket.emit('news')
  })
  // It only ends what hangs: a machine that others use as well may be many times slower than an idle one.
  const until = async (isEnough: () => boolean, ms = 20_000) => {
    const signal = AbortSignal.timeout(ms)
    try {
      while (!isEnough()) await once(socket, 'news', { signal })
      return true
    } catch {
      return isEnough()
    }
  }
  await once(socket, 'connect')
  return {
    socket,
    heard: () => heard,
    isClosed: () => isClosed,
    send: (bytes: Uint8Array | string) => void socket.write(bytes),
    until,
    /** Sends and waits for an answer of so many bytes at least; what came since. */
    ask: async (bytes: Uint8Array | string, isEnough: (heard: Buffer) => boolean, ms = 20_000) => {
      const from = heard.length
      socket.write(bytes)
      await until(() => isClosed || isEnough(heard.subarray(from)), ms)
      return heard.subarray(from)
    },
    close: () => socket.destroy(),
  }
}
export type LineEnd = Awaited<ReturnType<typeof callLine>>

/** A message as MLLP sends it. */
export const mllp = (message: string | Buffer) =>
  Buffer.concat([Buffer.of(0x0b), typeof message === 'string' ? Buffer.from(message) : message, Buffer.of(0x1c, 0x0d)])

/** How many messages came back whole. */
export const answersIn = (heard: Buffer): string[] =>
  heard
    .toString('latin1')
    .split('\u000B')
    .filter((part) => part.includes('\u001C'))
    .map((part) => part.slice(0, part.indexOf('\u001C')))

/** The codes of the answers: AA, AE or AR. */
export const codesIn = (heard: Buffer): (string | undefined)[] => answersIn(heard).map((answer) => /\rMSA\W(\w\w)/.exec(answer)?.[1])

interface Observation {
  code: string
  value: string
  unit?: string
  type?: string
  status?: string
}
/** A result message as an instrument sends it. */
export const oru = (
  accession: string,
  observations: readonly Observation[],
  { id = `M${++serial}`, sender = 'ANALYSER', patient = '', processing = 'P', specimen = '' } = {},
) =>
  [
    `MSH|^~\\&|${sender}|LAB|KLINIKI||20260302080000||ORU^R01^ORU_R01|${id}|${processing}|2.5.1`,
    ...(patient ? [`PID|1||${patient}`] : []),
    `OBR|1|${accession}|${accession}|PANEL^Panel`,
    ...observations.map(
      ({ code, value, unit = '', type = 'NM', status = 'F' }, at) =>
        `OBX|${at + 1}|${type}|${code}^${code}||${value}|${unit}|||||${status}|||20260302075500`,
    ),
    ...(specimen ? [specimen] : []),
  ]
    .map((segment) => `${segment}\r`)
    .join('')
