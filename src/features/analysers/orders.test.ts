import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anInstrument, answersIn, callLine, codesIn, mapCodes, mllp } from '../../testing/servers/analysers.ts'
import { freePort } from '#platform/free-port.ts'
import { isLike, readBlocks } from '../../testing/calls/doc-examples.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import type { Equipment, EquipmentJob } from './contract.ts'
import { openAnalysers, type Analysers } from './public.ts'
import { AstmLink } from './protocol/astm-link.ts'
import { framesOf } from './protocol/astm-frames.ts'

let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
let line: Analysers
const errors: unknown[] = []
beforeAll(async () => {
  clinic = await openTestClinic()
  lab = await openLaboratory(clinic)
  line = await openAnalysers({
    login: clinic.logins.kliniki_app,
    host: '127.0.0.1',
    clock: () => clinic.clock.now,
    onError: (error) => errors.push(error),
  })
})
afterAll(async () => {
  await line.stop()
  await clinic.close()
  expect(errors).toEqual([])
})

const sendTo = (equipment: number, test: number) =>
  lab.technician.call('POST', '/lab/equipment-test-request/', { test_request_panel: test, equipment })
const jobsOf = async (equipment: number) =>
  (await lab.technician.call('GET', `/lab/equipment-test-request/?equipment=${equipment}`)).json<EquipmentJob[]>()

test('an order goes out over the line that the instrument opened, and is accepted by its answer', async () => {
  const [k, na] = [await lab.test({ name: 'Potassium in serum' }), await lab.test()]
  const request = await lab.ask([k, na], { priority: 'stat' })
  const instrument = await anInstrument(clinic.db, { order_message: 'OML^O21' })
  await mapCodes(clinic.db, instrument, [
    { code: 'K', panel: k },
    { code: 'NA', panel: na },
  ])
  await line.refresh()
  // Nobody waits for an instrument that is not there.
  const sent = await sendTo(instrument.id, request.of(k))
  expect(sent.status, sent.text).toBe(201)
  expect(sent.json()).toMatchObject({ state: 'queued', test_panel_name: 'Potassium in serum', tries: 0 })
  expect((await sendTo(instrument.id, request.of(k))).json()).toMatchObject({ id: sent.json<EquipmentJob>().id })
  await sendTo(instrument.id, request.of(na))
  await line.refresh()
  await expect.poll(async () => (await jobsOf(instrument.id))[0]!.problem).toBe('The analyser cannot be reached.')
  const end = await callLine(instrument.port!)
  const hello = 'MSH|^~\\&|X|||||| ORU^R01|H1|P|2.5.1\rOBR|1|||X\r'
  await end.ask(mllp(hello), (heard) => codesIn(heard).length > 0)
  await end.until(() => end.heard().includes('OML^O21'), 8000)
  const order = end
    .heard()
    .toString('latin1')
    .split('\u000B')
    .find((part) => part.includes('OML^O21'))!
  expect(order).toContain('|K^Potassium in serum|')
  expect(order.match(/\rOBR\|/g)).toHaveLength(2)
  const id = /OML\^O21\^OML_O21\|(\w+)/.exec(order)?.[1]
  await expect.poll(async () => (await jobsOf(instrument.id)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  const ack = `MSH|^~\\&|X||KLINIKI||||ORL^O22|R1|P|2.5.1\rMSA|AA|${id}\r`
  end.send(mllp(ack))
  await expect.poll(async () => (await jobsOf(instrument.id)).map(({ state }) => state)).toEqual(['accepted', 'accepted'])
  const cancelled = await lab.technician.call('POST', `/lab/equipment-test-request/${sent.json<EquipmentJob>().id}/cancel/`, {})
  expect(cancelled.status).toBe(409)
  end.close()
})

test('what cannot be sent is refused with its reason, and what was given up can be sent again', async () => {
  const [k, other] = [await lab.test(), await lab.test()]
  const [request, early] = [await lab.ask([k, other]), await lab.ask([k], { isTaken: false })]
  const instrument = await anInstrument(clinic.db, { order_message: 'OML^O21' })
  const idle = await anInstrument(clinic.db, { connection: 'none', port: null, host: null })
  await mapCodes(clinic.db, instrument, [{ code: 'K', panel: k }])
  await line.refresh()
  const refused = async (equipment: number, test: number) => (await sendTo(equipment, test)).json<{ code: string }>().code
  expect(await refused(idle.id, request.of(k))).toBe('out_of_use')
  expect(await refused(instrument.id, early.of(k))).toBe('sample_not_collected')
  expect(await refused(instrument.id, request.of(other))).toBe('code_not_mapped')
  const deaf = await anInstrument(clinic.db)
  await mapCodes(clinic.db, deaf, [{ code: 'K', panel: k }])
  expect(await refused(deaf.id, request.of(k))).toBe('takes_no_orders')
  expect((await sendTo(instrument.id, 999_999)).status).toBe(400)
  expect((await sendTo(999_999, request.of(k))).status).toBe(400)
  expect((await sendTo(instrument.id, request.of(k))).status).toBe(201)
  for (let tries = 0; tries < 5; tries++) {
    await line.refresh()
    await expect.poll(async () => (await jobsOf(instrument.id))[0]!.tries).toBe(tries + 1)
    await clinic.db
      .updateTable('lab_equipment_jobs')
      .set({ next_try_at: clinic.clock.now })
      .where('equipment_id', '=', instrument.id)
      .execute()
  }
  await line.refresh()
  await expect
    .poll(async () => (await jobsOf(instrument.id))[0])
    .toMatchObject({ state: 'failed', problem: 'The analyser cannot be reached.' })
  const [job] = await jobsOf(instrument.id)
  expect((await lab.technician.call('POST', `/lab/equipment-test-request/${job!.id}/retry/`, {})).json()).toMatchObject({
    id: job!.id,
    state: 'queued',
    tries: 0,
  })
  expect((await lab.technician.call('POST', `/lab/equipment-test-request/${job!.id}/cancel/`, {})).json()).toMatchObject({
    state: 'cancelled',
  })
})

test('an ASTM instrument that we call takes orders, and is answered when it asks', async () => {
  const k = await lab.test()
  const request = await lab.ask([k])
  const port = await freePort()
  const heard: string[] = []
  let socket: Socket | undefined
  const link = new AstmLink({ role: 'instrument', maxFrame: 1000, maxMessage: 100_000 })
  const act = (actions: ReturnType<AstmLink['feed']>) => {
    for (const action of actions) {
      if (action.type === 'send') socket!.write(action.bytes)
      if (action.type === 'received') {
        heard.push(...action.messages.map(String))
        if (action.isWithheld) act(link.accept(performance.now()))
      }
    }
  }
  const server = createServer((accepted) => {
    socket = accepted
    accepted.on('data', (bytes) => act(link.feed(bytes, performance.now())))
    accepted.on('error', () => {})
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const instrument = await anInstrument(clinic.db, { protocol: 'astm', connection: 'connect', port, order_message: 'ASTM' })
  await mapCodes(clinic.db, instrument, [{ code: 'K', panel: k }])
  expect((await sendTo(instrument.id, request.of(k))).status).toBe(201)
  await line.refresh()
  await expect.poll(() => heard.length).toBe(1)
  expect(heard[0]).toMatch(/\rO\|1\|S-2026-\d+\|\|\^\^\^K\|R\|/)
  await expect.poll(async () => (await jobsOf(instrument.id))[0]!.state).toBe('accepted')
  const [sample] = await clinic.db.selectFrom('lab_samples').select('code').where('patient_id', '=', request.patient).execute()
  const ask = (accession: string) =>
    act(
      link.send(
        accession,
        framesOf(['H|\\^&', `Q|1|^${accession}||ALL`, 'L|1|N'].map((record) => Buffer.from(`${record}\r`))),
        performance.now(),
      ),
    )
  ask(sample!.code)
  await expect.poll(() => heard.length).toBe(2)
  expect(heard[1]).toMatch(/\^\^\^K.*\|Q\r/)
  ask('NOBODY')
  await expect.poll(() => heard.length).toBe(3)
  expect(heard[2]).toContain('\rL|1|I')
  socket?.destroy()
  server.close()
})

/** Sends records as an ASTM instrument that calls us, and answers the records that come back. */
const askAstm = async (port: number, records: readonly string[]): Promise<string> => {
  let heard = ''
  const link = new AstmLink({ role: 'instrument', maxFrame: 1000, maxMessage: 100_000 })
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const act = (actions: ReturnType<AstmLink['feed']>) => {
    for (const action of actions) {
      if (action.type === 'send') socket.write(action.bytes)
      if (action.type !== 'received') continue
      heard += action.messages.map(String).join('')
      if (action.isWithheld) act(link.accept(performance.now()))
    }
  }
  socket.on('data', (bytes) => act(link.feed(bytes, performance.now())))
  const frames = framesOf(records.map((record) => Buffer.from(`${record}\r`)))
  act(link.send('records', frames, performance.now()))
  await expect.poll(() => heard).toMatch(/\rL\|1\|/)
  socket.destroy()
  return heard
}

test('an order for an ASTM instrument that is sent none says that it waits for its query, until it asked', async () => {
  const k = await lab.test()
  const request = await lab.ask([k])
  const instrument = await anInstrument(clinic.db, { protocol: 'astm' })
  await mapCodes(clinic.db, instrument, [{ code: 'K', panel: k }])
  await line.refresh()
  const read = async () => (await lab.technician.call('GET', `/lab/lab-equipment/${instrument.id}/`)).json<Equipment>()
  expect(await read()).toMatchObject({ order_message: null, order_delivery: 'on_query', jobs_open: 0 })
  const sent = await sendTo(instrument.id, request.of(k))
  const waits = { state: 'queued', waits_for_query: true, next_try_at: null, tries: 0, problem: '' }
  expect([sent.status, sent.json()]).toEqual([201, expect.objectContaining(waits)])
  await line.refresh()
  expect(await jobsOf(instrument.id)).toEqual([expect.objectContaining(waits)])
  expect(await read()).toMatchObject({ jobs_open: 1 })

  const [sample] = await clinic.db.selectFrom('lab_samples').select('code').where('patient_id', '=', request.patient).execute()
  const heard = await askAstm(instrument.port!, ['H|\\^&', `Q|1|^${sample!.code}||ALL`, 'L|1|N'])
  expect(heard).toMatch(/\^\^\^K.*\|Q\r/)
  await expect.poll(() => jobsOf(instrument.id)).toEqual([expect.objectContaining({ state: 'accepted', waits_for_query: false })])
})

test('the examples of the document about instruments are answered as it says', async () => {
  const guide = readFileSync(new URL('../../../docs/analysers.md', import.meta.url), 'utf8')
  const sodium = await lab.test()
  for (const protocol of ['hl7', 'astm'] as const) {
    const request = await lab.ask([sodium])
    const instrument = await anInstrument(clinic.db, { protocol })
    await mapCodes(clinic.db, instrument, [{ code: 'NA', panel: sodium }])
    await line.refresh()
    const [sample] = await clinic.db.selectFrom('lab_samples').select('code').where('patient_id', '=', request.patient).execute()
    const { blocks } = readBlocks(guide, protocol)
    expect(blocks).toHaveLength(1)
    const lines = blocks[0]!.text.trim().replaceAll('{sample}', sample!.code).split('\n')
    const [sent, answered] = ['>', '<'].map((sign) => lines.filter((one) => one.startsWith(sign)).map((one) => one.slice(2)))
    const end = protocol === 'hl7' ? await callLine(instrument.port!) : null
    const heard = end
      ? answersIn(await end.ask(mllp(`${sent!.join('\r')}\r`), (bytes) => codesIn(bytes).length > 0)).join('')
      : await askAstm(instrument.port!, sent!)
    end?.close()
    const got = heard.split('\r').filter(Boolean)
    expect([got, answered!.filter((one, at) => !isLike(one, got[at] ?? ''))]).toEqual([got, []])
    expect(got).toHaveLength(answered!.length)
    if (end) await line.settle()
    const test = (await lab.technician.call('GET', `/lab/lab-test-requests/${request.id}/`)).json<{ panels: { state: string }[] }>()
    expect(test.panels[0]!.state).toBe(protocol === 'hl7' ? 'entered' : 'requested')
  }
})
