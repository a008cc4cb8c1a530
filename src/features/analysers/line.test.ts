import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anInstrument, answersIn, callLine, codesIn, mllp, oru, type LineEnd } from '../../testing/servers/analysers.ts'
import { asOwner } from '#platform/db/owner.ts'
import { freePort } from '#platform/free-port.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { ownData } from '../../testing/inputs/folders.ts'
import { describeReference } from '../../testing/inputs/reference.ts'
import { openAnalysers, type Analysers } from './public.ts'
import { framesOf } from './protocol/astm-frames.ts'

let clinic: TestClinic
let line: Analysers
const errors: unknown[] = []
beforeAll(async () => {
  clinic = await openTestClinic()
  line = await openAnalysers({ login: clinic.logins.kliniki_app, host: '127.0.0.1', onError: (error) => errors.push(error) })
})
afterAll(async () => {
  await line.stop()
  await clinic.close()
  expect(errors).toEqual([])
})

const listening = async (values: Parameters<typeof anInstrument>[1] = {}) => {
  const instrument = await anInstrument(clinic.db, values)
  await line.refresh()
  return { ...instrument, port: instrument.port! }
}
const stored = (equipment: number) =>
  clinic.db
    .selectFrom('lab_messages')
    .selectAll()
    .where('equipment_id', '=', equipment)
    .where('direction', '=', 'in')
    .orderBy('id')
    .execute()

const [ENQ, ACK, NAK, EOT] = [Buffer.of(0x05), 0x06, 0x15, Buffer.of(0x04)]
const recordsOf = (text: string) =>
  text
    .split(/[\r\n]+/)
    .filter((record) => record.trim() !== '')
    .map((record) => Buffer.from(`${record}\r`))
/** Sends records as an instrument does; the answer to each frame. */
const sendAstm = async (end: LineEnd, records: readonly Buffer[]) => {
  const answers = [...(await end.ask(ENQ, (heard) => heard.length > 0))]
  for (const frame of framesOf(records)) answers.push(...(await end.ask(frame, (heard) => heard.length > 0)))
  end.send(EOT)
  return answers
}

/** Who wants no answer: an answer itself, or a sender that says so. */
const wantsNone = (message: Buffer) =>
  /^MSH.{5}[^\r\n]*\W(ACK|ORL|ORR|MCF)\b/.test(message.toString('latin1')) ||
  /\W(NE|ER|SU)\W/.test(message.toString('latin1').slice(0, 300))

/** Sends HL7 messages over several connections to one instrument's port; those without an answer that HL7 knows. */
const sendAll = async (port: number, messages: readonly Buffer[]) => {
  const lanes = 8
  const unanswered: string[] = []
  await Promise.all(
    Array.from({ length: lanes }, async (_none, lane) => {
      const end = await callLine(port)
      for (const message of messages.filter((_message, at) => at % lanes === lane)) {
        if (wantsNone(message)) {
          end.send(mllp(message))
          continue
        }
        const heard = await end.ask(mllp(message), (bytes) => answersIn(bytes).length > 0)
        if (!/^(AA|AE|AR|CA|CE|CR)$/.test(codesIn(heard)[0] ?? '')) unanswered.push(message.toString('latin1').slice(0, 120))
      }
      end.close()
    }),
  )
  return unanswered
}

const filesIn = (folder: string) => readdirSync(ownData(folder)).map((name) => join(ownData(folder), name))

describe('messages of several senders', () => {
  test('every HL7 message is answered as it deserves and kept, and its results are', async () => {
    const { port, id } = await listening()
    const paths = filesIn('hl7')
    const answers: Record<string, string> = {}
    const end = await callLine(port)
    for (const path of paths.filter((one) => !wantsNone(readFileSync(one))))
      answers[basename(path)] = codesIn(await end.ask(mllp(readFileSync(path)), (bytes) => answersIn(bytes).length > 0))[0] ?? 'none'
    end.close()
    const refused = Object.keys(answers).filter((name) => answers[name] === 'AR')
    expect(refused.toSorted()).toEqual([
      'admission-adt-2.3.hl7',
      'booking-siu-2.4.hl7',
      'catalogue-mfn-2.5.hl7',
      'charges-dft-2.3.hl7',
      'document-mdm-2.5.hl7',
      'event-without-type-2.2.hl7',
      'letters-as-separators.hl7',
      'no-header.hl7',
      'not-hl7.hl7',
      'order-orm-2.4.hl7',
    ])
    expect(Object.values(answers).filter((code) => code === 'AA')).toHaveLength(Object.keys(answers).length - refused.length)
    await line.settle()
    const kept = await stored(id)
    expect(kept.map(({ state }) => state)).not.toContain('stored')
    expect(kept.filter(({ state }) => state === 'inbox').length).toBeGreaterThan(5)
    const results = await clinic.db
      .selectFrom('lab_message_results')
      .select(['code', 'value'])
      .where(
        'message_id',
        'in',
        kept.map((message) => message.id),
      )
      .where('accession', '=', 'S2602110017')
      .orderBy('id')
      .execute()
    expect(results.map(({ code, value }) => `${code} ${value}`)).toEqual(['WBC 7.2', 'RBC 4.61', 'HGB 109', 'HCT 0.33', 'PLT 312'])
  })

  test('every ASTM message is acknowledged frame by frame and kept', async () => {
    const { port, id } = await listening({ protocol: 'astm' })
    for (const path of filesIn('astm')) {
      const end = await callLine(port)
      expect(new Set(await sendAstm(end, recordsOf(readFileSync(path, 'latin1')))), path).toEqual(new Set([ACK]))
      end.close()
    }
    await expect.poll(async () => (await stored(id)).length).toBeGreaterThanOrEqual(filesIn('astm').length)
    await line.settle()
    expect((await stored(id)).map(({ state }) => state)).not.toContain('stored')
  })

  test('results of control materials never reach a patient or the inbox', async () => {
    const { port, id } = await listening({ protocol: 'astm' })
    const end = await callLine(port)
    await sendAstm(end, recordsOf(readFileSync(ownData('astm/control-materials.astm'), 'utf8')))
    end.close()
    await expect.poll(async () => (await stored(id)).length).toBe(2)
    await line.settle()
    const results = await clinic.db
      .selectFrom('lab_message_results')
      .select(['state', 'result_id'])
      .where(
        'message_id',
        'in',
        (await stored(id)).map((message) => message.id),
      )
      .execute()
    expect(results.map(({ state, result_id }) => [state, result_id])).toEqual([
      ['control', null],
      ['control', null],
      ['control', null],
    ])
  })
})

describeReference('hl7v2', 'HL7 messages that others sent', (dir) => {
  test('every one is kept and answered AA, AE or AR', async () => {
    const { port, id } = await listening()
    const lines = readFileSync(join(dir, 'messages.jsonl'), 'utf8').trim().split('\n')
    const messages = [
      ...lines.map((text) => Buffer.from((JSON.parse(text) as { message: string }).message)),
      ...globSync(join(dir, '**/*.hl7')).map((path) => readFileSync(path)),
    ]
    expect(messages.length).toBeGreaterThan(100)
    expect(await sendAll(port, messages)).toEqual([])
    await line.settle()
    const states = Object.groupBy(await stored(id), ({ state }) => state)
    expect(Object.keys(states)).not.toContain('stored')
    expect(states.inbox?.length).toBeGreaterThan(10)
  })
})

describeReference('astm/openelis', 'ASTM messages that others sent', (dir) => {
  test('every one is acknowledged frame by frame and kept', async () => {
    const { port, id } = await listening({ protocol: 'astm' })
    const paths = globSync(join(dir, '*.{astm,txt}')).filter((path) => !path.endsWith('SOURCE.txt'))
    expect(paths.length).toBeGreaterThan(8)
    for (const path of paths) {
      const end = await callLine(port)
      const answers = await sendAstm(end, recordsOf(readFileSync(path, 'utf8')))
      expect(
        answers.every((byte) => byte === ACK),
        path,
      ).toBe(true)
      end.close()
    }
    await expect.poll(async () => (await stored(id)).length).toBeGreaterThanOrEqual(paths.length - 2)
    await line.settle()
    expect((await stored(id)).map(({ state }) => state)).not.toContain('stored')
  })
})

const result = (id: string) => oru('S1', [{ code: 'K', value: '4' }], { id })

describe('an HL7 line', () => {
  test('takes messages split and packed as they may be, and answers each in order', async () => {
    const { port } = await listening()
    const end = await callLine(port)
    for (const byte of mllp(result('SPLIT'))) end.send(Buffer.of(byte))
    const packed = Buffer.concat(['A', 'B', 'C'].map((id) => mllp(result(id))))
    const heard = await end.ask(packed, (bytes) => codesIn(bytes).length >= 4)
    const named = answersIn(Buffer.concat([end.heard(), heard].slice(0, 1))).map((answer) => /MSA\|AA\|(\w+)/.exec(answer)?.[1])
    expect(named).toEqual(['SPLIT', 'A', 'B', 'C'])
    // Whoever has ended their side is still answered.
    const last = await callLine(port)
    last.socket.end(mllp(result('LAST')))
    await last.until(() => last.isClosed())
    expect(codesIn(last.heard())).toEqual(['AA'])
    end.close()
  })

  test('refuses what cannot be read, and outlives it', async () => {
    const { port, id } = await listening()
    const end = await callLine(port)
    const refused = async (bytes: Uint8Array | string) => codesIn(await end.ask(bytes, (heard) => codesIn(heard).length > 0, 3000))
    expect(await refused(mllp(''))).toEqual(['AR'])
    expect(await refused(mllp('PID|1||4711\r'))).toEqual(['AR'])
    expect(await refused(mllp('MSHAAAAA|X\r'))).toEqual(['AR'])
    expect(await refused(mllp('MSH|^~\\&|A|B|C|D|1||ADT^A08|7|P|2.5\r'))).toEqual(['AR'])
    expect(await refused(mllp(Buffer.from(result('LATIN').replace('OBR|', 'NTE|1||M\u00FCller\rOBR|'), 'latin1')))).toEqual(['AA'])
    expect(await refused(mllp(Buffer.alloc(1_500_000, 'x')))).toEqual(['AR'])
    end.send(Buffer.from('noise between messages'))
    // A lone VT, then a whole message.
    expect(await refused(Buffer.concat([Buffer.of(0x0b), mllp(result('AFTER'))]))).toEqual(['AA'])
    await line.settle()
    expect((await stored(id)).filter(({ state }) => state === 'failed')).toHaveLength(4)
    end.close()
  })

  test('cuts off whoever only makes noise, and holds no more than it must', async () => {
    const { port } = await listening()
    const end = await callLine(port)
    for (let at = 0; at < 40 && !end.isClosed(); at++) {
      end.send(Buffer.alloc(8192, 'n'))
      await sleep(5)
    }
    expect(await end.until(() => end.isClosed())).toBe(true)
    // Messages that never end.
    const endless = await Promise.all(Array.from({ length: 8 }, () => callLine(port)))
    for (const one of endless) one.send(Buffer.concat([Buffer.of(0x0b), Buffer.alloc(3_000_000, 'x')]))
    await Promise.all(endless.map((one) => one.until(() => codesIn(one.heard()).length > 0)))
    expect(endless.map((one) => codesIn(one.heard()))).toEqual(endless.map(() => ['AR']))
    expect(line.figures().held).toBeLessThan(1_000_000)
    for (const one of endless) one.close()
    await expect.poll(() => line.figures()).toEqual({ connections: 0, held: 0 })
  })

  test('lets a thousand connections in, no more, and twenty of an address that is no instrument’s', async () => {
    const known = await listening()
    const open = await listening({ host: null })
    const strangers = await Promise.all(Array.from({ length: 25 }, () => callLine(open.port)))
    await expect.poll(() => strangers.filter((end) => end.isClosed()).length).toBe(5)
    for (const end of strangers) end.close()
    await expect.poll(() => line.figures().connections).toBe(0)
    const ends: LineEnd[] = []
    for (let at = 0; at < 10; at++) ends.push(...(await Promise.all(Array.from({ length: 100 }, () => callLine(known.port)))))
    await expect.poll(() => line.figures().connections).toBe(1000)
    const late = await callLine(known.port)
    expect(await late.until(() => late.isClosed())).toBe(true)
    await Promise.all(ends.map((end, at) => end.ask(mllp(result(`T${at}`)), (heard) => codesIn(heard).length > 0, 60_000)))
    expect(ends.every((end) => codesIn(end.heard())[0] === 'AA')).toBe(true)
    for (const end of ends) end.close()
    await expect.poll(() => line.figures()).toEqual({ connections: 0, held: 0 })
    // To decide about them takes longer than to keep them, and is tested elsewhere.
    await clinic.db
      .updateTable('lab_messages')
      .set({ state: 'inbox' })
      .where('equipment_id', '=', known.id)
      .where('state', '=', 'stored')
      .execute()
  })

  test('tells instruments on one port apart by how they name themselves, and answers AR to a stranger', async () => {
    const port = await freePort()
    const [first, second] = [await listening({ port, sender: 'SYSMEX' }), await listening({ port, sender: 'COBAS' })]
    const end = await callLine(port)
    const from = async (sender: string) =>
      codesIn(await end.ask(mllp(oru('S1', [{ code: 'K', value: '4' }], { sender })), (heard) => codesIn(heard).length > 0))
    expect([await from('COBAS'), await from('sysmex'), await from('OTHER')]).toEqual([['AA'], ['AA'], ['AR']])
    end.close()
    await line.settle()
    expect([(await stored(first.id)).length, (await stored(second.id)).length]).toEqual([1, 1])
    const strangers = await clinic.db.selectFrom('lab_messages').selectAll().where('equipment_id', 'is', null).execute()
    expect(strangers).toMatchObject([{ state: 'failed', problem: 'It came from an unknown analyser.' }])
    // Taken out of use, its port is closed within seconds.
    await clinic.db.updateTable('lab_equipment').set({ is_active: false }).where('id', 'in', [first.id, second.id]).execute()
    await line.refresh()
    await expect(callLine(port)).rejects.toThrow('ECONNREFUSED')
  })
})

const records = (seq: string) =>
  recordsOf(`H|\\^&|||Host^1|||||||P|LIS2-A2|20260302${seq}\rP|1\rO|1|S1||^^^K\rR|1|^^^K|4.1|mmol/L||N||F\rL|1|N\r`)

const owned = (statement: string) => asOwner(clinic.ownerUrl, async (client) => void (await client.query(statement)))

test('says that it could not keep a message, and takes it when it is sent again', async () => {
  const [hl7, astm] = [await listening(), await listening({ protocol: 'astm' })]
  const [end, other] = [await callLine(hl7.port), await callLine(astm.port)]
  const reported = async () => codesIn(await end.ask(mllp(result('WHEN')), (heard) => codesIn(heard).length > 0))
  const frames = framesOf(records('110000'))
  const ask = async (bytes: Buffer) => [...(await other.ask(bytes, (heard) => heard.length > 0))]
  await owned('revoke insert on lab_messages from kliniki_app')
  expect(await reported()).toEqual(['AE'])
  await ask(ENQ)
  for (const frame of frames.slice(0, -1)) expect(await ask(frame)).toEqual([ACK])
  expect(await ask(frames.at(-1)!)).toEqual([NAK])
  await owned('grant insert on lab_messages to kliniki_app')
  expect(await reported()).toEqual(['AA'])
  expect(await ask(frames.at(-1)!)).toEqual([ACK])
  for (const one of [end, other]) one.close()
  await line.settle()
  expect([(await stored(hl7.id)).length, (await stored(astm.id)).length]).toEqual([1, 1])
  // Whoever keeps the program is told, and this is no fault of it.
  expect(errors.splice(0).map(String)).toEqual([expect.stringContaining('permission denied'), expect.stringContaining('permission denied')])
})

describe('an ASTM line', () => {
  test('says no to a frame with a wrong checksum, and takes it when it comes again', async () => {
    const { port, id } = await listening({ protocol: 'astm' })
    const end = await callLine(port)
    const frames = framesOf(records('090000'))
    const ask = async (bytes: Buffer) => [...(await end.ask(bytes, (heard) => heard.length > 0))]
    expect(await ask(ENQ)).toEqual([ACK])
    const broken = Buffer.from(frames[0]!)
    broken[5] = broken[5]! ^ 1
    expect(await ask(broken)).toEqual([NAK])
    expect(await ask(frames[0]!)).toEqual([ACK])
    // The same number again is the same frame again.
    expect(await ask(frames[0]!)).toEqual([ACK])
    for (const frame of frames.slice(1)) expect(await ask(frame)).toEqual([ACK])
    // Kept before the last frame was acknowledged.
    expect(await stored(id)).toHaveLength(1)
    end.send(EOT)
    end.close()
    await line.settle()
    const whole = await clinic.db
      .selectFrom('lab_message_results')
      .selectAll()
      .where('message_id', '=', (await stored(id))[0]!.id)
      .execute()
    expect(whole).toMatchObject([{ accession: 'S1', code: 'K', value: '4.1', unit: 'mmol/L' }])
  })

  test('stands a flood of questions, half frames and silence', async () => {
    const { port, id } = await listening({ protocol: 'astm' })
    const flood = await callLine(port)
    flood.send(Buffer.alloc(100_000, 0x05))
    await flood.until(() => flood.heard().length >= 100_000)
    expect(flood.heard().length).toBeGreaterThanOrEqual(100_000)
    flood.send(Buffer.concat([Buffer.of(0x02), Buffer.alloc(2_000_000, 'x')]))
    flood.send(Buffer.concat([Buffer.of(0x03), Buffer.from('00\r\n')]))
    await flood.until(() => flood.heard().includes(NAK))
    expect(flood.heard().includes(NAK)).toBe(true)
    flood.close()
    // Broken off in the middle: what came is kept for whoever looks.
    const cut = await callLine(port)
    await cut.ask(ENQ, (heard) => heard.length > 0)
    await cut.ask(framesOf(records('100000'))[0]!, (heard) => heard.length > 0)
    cut.close()
    await expect.poll(async () => (await stored(id)).length).toBe(1)
    await expect.poll(() => line.figures()).toEqual({ connections: 0, held: 0 })
    await line.settle()
  })
})
