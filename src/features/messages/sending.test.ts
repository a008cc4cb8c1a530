import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openMailServer, type MailServer } from '../../testing/mail-server.ts'
import { openSmsGateway, replyWith, type SmsGateway } from '../../testing/sms-gateway.ts'
import { cancelMessages, queueMessage, reminderHours } from './index.ts'
import { sendDue } from './server/send-due.ts'

type Request = Parameters<typeof queueMessage>[1]

const MORNING = new Date('2026-03-02T07:30:00Z')
const NIGHT = new Date('2026-03-02T20:00:00Z')
const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)
let clinic: TestClinic
let mail: MailServer
let gateway: SmsGateway
let patient: number
let serial = 0
beforeAll(async () => {
  clinic = await openTestClinic()
  mail = await openMailServer()
  gateway = await openSmsGateway()
  patient = (await aPatient(clinic.db)).id
  await clinic.db.updateTable('company').set({ name: 'Tumaini Clinic', time_zone: 'Africa/Nairobi', phone1: '+254700000001' }).execute()
})
afterAll(async () => {
  await mail.close()
  await gateway.close()
  await clinic.close()
})
beforeEach(async () => {
  mail.received.length = 0
  gateway.calls.length = 0
  await clinic.db.updateTable('messages').set({ state: 'skipped' }).where('state', 'in', ['queued', 'sending']).execute()
  await setUp({})
})

const setUp = (more: object) =>
  clinic.db
    .updateTable('message_settings')
    .set({
      email_is_on: true,
      smtp_host: 'localhost',
      smtp_port: mail.port,
      smtp_security: 'none',
      from_address: 'desk@tumaini.example',
      sms_is_on: true,
      sms_url: gateway.url,
      sms_id_path: 'data.id',
      country_code: '254',
      ...more,
    })
    .execute()

const queue = (more: Partial<Request> = {}) =>
  queueMessage(clinic.db, {
    kind: 'confirmed',
    recipient: { email: 'achieng@mail.example', phone: '0712345678', patient },
    values: {
      first_name: 'Achieng',
      day: '2026-03-04',
      time: '10:30',
      doctor: 'Dr Kamau',
      number: 'A-1',
      link: 'https://clinic.example/booking/x',
    },
    entity: { kind: 'appointment', id: 1000 + ++serial },
    onceKey: `test ${serial}`,
    now: MORNING,
    ...more,
  })
const emailTo = (address: string, more: Partial<Request> = {}) => queue({ recipient: { email: address }, ...more })
const run = (now = MORNING) =>
  sendDue({
    db: clinic.db,
    now,
    codeKey: clinic.codeKey,
    publicUrl: 'https://clinic.example',
    publish: () => {},
    signal: new AbortController().signal,
  })
const latest = (count = 1) => clinic.db.selectFrom('messages').selectAll().orderBy('id', 'desc').limit(count).execute()
const last = async () => (await latest())[0]!

describe('a message is queued', () => {
  test('for each channel that is on and has an address, in the language of the reader', async () => {
    expect(await queue({ recipient: { email: 'Achieng@Mail.example', phone: '0712 345 678', language: 'sw', patient } })).toBe(2)
    const [sms, email] = await latest(2)
    expect(email).toMatchObject({ channel: 'email', address: 'achieng@mail.example', language: 'sw', state: 'queued', patient_id: patient })
    expect(email?.body).toBe(
      'Mpendwa Achieng,\n\nMiadi yako A-1 ya Jumatano, 4 Machi 2026 saa 10:30 imethibitishwa.\nPamoja na: Dr Kamau\nIangalie, ihamishe au ighairi: https://clinic.example/booking/x\n\nTumaini Clinic\n+254700000001',
    )
    expect(sms).toMatchObject({ channel: 'sms', address: '+254712345678', subject: '' })
    expect([await queue({ recipient: { email: 'a@b.example' } }), await queue({ recipient: {} })]).toEqual([1, 0])
  })

  test('in the clinic’s language for a reader of another one, and in the clinic’s own words', async () => {
    await clinic.db.updateTable('company').set({ language: 'fr' }).execute()
    await clinic.db
      .insertInto('message_templates')
      .values({ kind: 'moved', channel: 'email', language: 'fr', subject: 'Déplacé', body: 'Le {day}', changed_at: MORNING })
      .execute()
    await emailTo('a@b.example', { kind: 'moved', recipient: { email: 'a@b.example', language: 'de' } })
    expect(await last()).toMatchObject({ language: 'fr', subject: 'Déplacé', body: 'Le mercredi 4 mars 2026' })
    await clinic.db.updateTable('company').set({ language: 'en' }).execute()
  })

  test('once, however often it is asked for, and by several at a time', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => queue({ onceKey: 'the same' })))
    expect(made.reduce((sum, one) => sum + one, 0)).toBe(2)
  })

  test('not at all while both channels are off, at the price of one query', async () => {
    await setUp({ email_is_on: false, sms_is_on: false })
    const { rows } = await clinic.db
      .selectFrom('messages')
      .select('id')
      .execute()
      .then((all) => ({ rows: all.length }))
    expect([await queue(), await reminderHours(clinic.db)]).toEqual([0, []])
    expect(await clinic.db.selectFrom('messages').select('id').execute()).toHaveLength(rows)
    await setUp({ sms_is_on: false, reminder_hours: [2, 24] })
    expect([await queue(), await reminderHours(clinic.db)]).toEqual([1, [24, 2]])
  })

  test('and leaves no trace of a transaction that is undone', async () => {
    const before = await last()
    await clinic.db
      .transaction()
      .execute(async (tx) => {
        await queueMessage(tx, {
          ...({} as Request),
          kind: 'booked',
          recipient: { email: 'a@b.example' },
          values: { first_name: 'A', day: '2026-03-04', time: '10:30', number: '1' },
          entity: { kind: 'appointment', id: 1 },
          onceKey: 'undone',
          now: MORNING,
        })
        throw new Error('undo')
      })
      .catch(() => {})
    expect((await last()).id).toBe(before.id)
  })
})

describe('quiet hours', () => {
  test('hold a reminder back till the morning, and it is skipped when that is too late', async () => {
    await emailTo('a@b.example', { kind: 'reminder', now: NIGHT, sendBefore: new Date('2026-03-03T06:00:00Z') })
    expect(await last()).toMatchObject({ state: 'queued', send_after: new Date('2026-03-03T04:00:00Z') })
    await run(minutesAfter(NIGHT, 60))
    expect([mail.received.length, (await last()).attempts]).toEqual([0, 0])
    await run(new Date('2026-03-03T04:00:00Z'))
    expect(mail.received).toHaveLength(1)
    await emailTo('a@b.example', { kind: 'reminder', now: NIGHT, sendBefore: new Date('2026-03-03T04:00:00Z') })
    expect(await last()).toMatchObject({ state: 'skipped', reason: 'Too late to be of use.' })
  })

  test('do not hold back the answer to what the person just did, nor its second try', async () => {
    await emailTo('a@b.example', { kind: 'booked', now: NIGHT })
    await emailTo('c@d.example', { kind: 'cancelled', now: NIGHT, atOnce: true })
    mail.replies.push({ code: 451, text: 'later' }, { code: 451, text: 'later' })
    await run(NIGHT)
    expect((await latest(2)).map(({ state, send_after }) => [state, send_after])).toEqual([
      ['queued', expect.anything()],
      ['queued', expect.anything()],
    ])
    await run(minutesAfter(NIGHT, 3))
    expect((await latest(2)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('hold back what comes into them late, such as after the program stood still', async () => {
    await emailTo('a@b.example', { kind: 'reminder', now: MORNING })
    await run(NIGHT)
    expect(await last()).toMatchObject({ state: 'queued', send_after: new Date('2026-03-03T04:00:00Z'), attempts: 0 })
  })
})

describe('sending', () => {
  test('hands both over, with the link to opt out in the e-mail alone', async () => {
    await queue()
    await run()
    const [sms, email] = await latest(2)
    expect([sms, email]).toEqual([
      expect.objectContaining({ state: 'sent', provider_id: 'g-1', attempts: 1 }),
      expect.objectContaining({ state: 'sent', provider_id: mail.received[0]?.headers['message-id'] }),
    ])
    expect(mail.received[0]?.text).toMatch(
      /\nTo get no more messages at this address:\nhttps:\/\/clinic\.example\/messages\/opt-out\/\d+-[\w-]{22}$/,
    )
    expect(JSON.parse(gateway.calls[0]!.body)).toMatchObject({ to: '254712345678', message: sms!.body })
    await run(minutesAfter(MORNING, 120))
    expect([mail.received.length, gateway.calls.length]).toEqual([1, 1])
  })

  test('what fails for a while is tried again with growing gaps, six times at most', async () => {
    await setUp({ quiet_from: '00:00', quiet_to: '00:00' })
    await emailTo('a@b.example')
    const times: number[] = []
    let at = MORNING
    for (let turn = 1; turn <= 6; turn++) {
      mail.replies.push({ code: 421, text: 'busy' })
      await run(at)
      const { send_after, state, attempts } = await last()
      expect([attempts, state]).toEqual([turn, turn < 6 ? 'queued' : 'failed'])
      if (turn === 6) break
      times.push(Math.round((send_after.getTime() - at.getTime()) / 60_000))
      await run(new Date(send_after.getTime() - 5_000))
      expect((await last()).attempts).toBe(turn)
      at = send_after
    }
    expect(times).toEqual([1, 5, 15, 60, 240])
    expect((await last()).reason).toMatch(/421 busy/)
    await setUp({ quiet_from: '20:00', quiet_to: '07:00' })
  })

  test('a 4xx and then success is one message with one Message-ID', async () => {
    await emailTo('a@b.example')
    mail.replies.push({ code: 450, text: 'greylisted' })
    const tries = mail.tries
    await run()
    await run(minutesAfter(MORNING, 2))
    expect([mail.tries - tries, mail.received.length, (await last()).state]).toEqual([2, 1, 'sent'])
  })

  test('a dropped line, and a gateway that stumbles, are tried again; refusals are not', async () => {
    await queue()
    mail.replies.push('drop')
    gateway.replies.push(replyWith(500))
    await run()
    expect((await latest(2)).map(({ state }) => state)).toEqual(['queued', 'queued'])
    await run(minutesAfter(MORNING, 2))
    expect((await latest(2)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    await queue()
    mail.replies.push({ code: 550, text: 'no such mailbox' })
    gateway.replies.push(replyWith(400, 'bad number'))
    await run()
    expect((await latest(2)).map(({ state, reason }) => [state, reason])).toEqual([
      ['failed', 'The SMS gateway refused: 400 bad number'],
      ['failed', expect.stringContaining('550')],
    ])
  })

  test('skips what is of no use any more: opted out, turned off, begun, cancelled', async () => {
    await emailTo('out@b.example')
    await clinic.db.insertInto('message_opt_outs').values({ channel: 'email', address: 'out@b.example', opted_out_at: MORNING }).execute()
    await emailTo('late@b.example', { sendBefore: minutesAfter(MORNING, 5) })
    await queue({ recipient: { phone: '0700000009' } })
    await setUp({ sms_is_on: false })
    await emailTo('gone@b.example', { entity: { kind: 'appointment', id: 77 } })
    expect(await cancelMessages(clinic.db, { kind: 'appointment', id: 77 }, ['reminder'])).toBe(0)
    expect(await cancelMessages(clinic.db, { kind: 'appointment', id: 77 }, ['reminder', 'confirmed'])).toBe(1)
    await run(minutesAfter(MORNING, 10))
    expect((await latest(4)).map(({ reason }) => reason).toReversed()).toEqual([
      'The address wants no messages.',
      'Too late to be of use.',
      'This way of sending is turned off.',
      'What it was about has changed.',
    ])
    await emailTo('Out@b.example')
    expect(await last()).toMatchObject({ state: 'skipped', reason: 'The address wants no messages.' })
    expect(mail.received).toEqual([])
  })

  test('a demonstration clinic sends nothing', async () => {
    await emailTo('before@b.example')
    await clinic.db.updateTable('company').set({ is_demo: true }).execute()
    await emailTo('after@b.example')
    await run()
    expect((await latest(2)).map(({ state, reason }) => [state, reason])).toEqual(
      Array.from({ length: 2 }, () => ['skipped', 'A demonstration clinic sends nothing.']),
    )
    await clinic.db.updateTable('company').set({ is_demo: false }).execute()
    expect(mail.received).toEqual([])
  })

  test('several workers at once send every message once', async () => {
    for (let turn = 0; turn < 60; turn++) await emailTo(`p${turn}@b.example`)
    await Promise.all(Array.from({ length: 4 }, () => run()))
    expect(mail.received).toHaveLength(60)
    expect(new Set(mail.received.map(({ to }) => to[0])).size).toBe(60)
  })

  test('a message whose process was killed in the middle is taken up again after ten minutes, as the same message', async () => {
    await emailTo('killed@b.example')
    mail.replies.push('hang')
    const tries = mail.tries
    const root = join(import.meta.dirname, '../../..')
    const program = `
      const { connect } = await import('#platform/db/connect.ts')
      const { sendDue } = await import('#features/messages/server/send-due.ts')
      const { db } = connect(process.env.URL, 'kliniki_app')
      await sendDue({ db, now: new Date(process.env.NOW), codeKey: Buffer.from(process.env.KEY, 'hex'), publicUrl: undefined,
        publish: () => {}, signal: new AbortController().signal })`
    const env = { ...process.env, URL: clinic.ownerUrl, NOW: MORNING.toISOString(), KEY: clinic.codeKey.toString('hex') }
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: root, env, stdio: 'inherit' })
    const gone = new Promise((resolve) => child.once('exit', resolve))
    await expect.poll(() => mail.tries - tries, { timeout: 10_000 }).toBe(1)
    child.kill('SIGKILL')
    await gone
    expect(await last()).toMatchObject({ state: 'sending', attempts: 1 })
    await run(minutesAfter(MORNING, 9))
    expect(mail.received).toEqual([])
    await run(minutesAfter(MORNING, 11))
    expect(await last()).toMatchObject({ state: 'sent', attempts: 2 })
    expect(mail.received).toHaveLength(1)
    expect(mail.received[0]?.headers['message-id']).toBe((await last()).provider_id)
  })
})
