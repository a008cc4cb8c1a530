import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MORNING, NIGHT, minutesAfter, openWritingClinic, type WritingClinic } from '../../testing/clinics/writing-clinic.ts'
import { reminderHours } from './public.ts'

let writing: WritingClinic
beforeAll(async () => {
  writing = await openWritingClinic()
})
afterAll(() => writing.close())
beforeEach(() => writing.clear())

describe('a message is queued', () => {
  test('for each channel that is on and has an address, in the language of the reader', async () => {
    expect(
      await writing.queue({
        recipient: { email: 'Achieng@Mail.example', phone: '0712 345 678', language: 'sw', patient: writing.patient },
      }),
    ).toBe(2)
    const [sms, email] = await writing.latest(2)
    expect(email).toMatchObject({
      channel: 'email',
      address: 'achieng@mail.example',
      language: 'sw',
      state: 'queued',
      patient_id: writing.patient,
    })
    expect(email?.body).toBe(
      'Mpendwa Achieng,\n\nMiadi yako A-1 ya Jumatano, 4 Machi 2026, 10:30 (mfumo wa saa 24) imethibitishwa.\nPamoja na: Dr Kamau\nIangalie, ihamishe au ighairi: https://clinic.example/booking/x\n\nTumaini Clinic\n+254700000001',
    )
    expect(sms).toMatchObject({ channel: 'sms', address: '+254712345678', subject: '' })
    expect([await writing.queue({ recipient: { email: 'a@b.example' } }), await writing.queue({ recipient: {} })]).toEqual([1, 0])
  })

  test('in the clinic’s language for a reader of another one, and in the clinic’s own words', async () => {
    await writing.clinic.db.updateTable('company').set({ language: 'fr' }).execute()
    await writing.clinic.db
      .insertInto('message_templates')
      .values({ kind: 'moved', channel: 'email', language: 'fr', subject: 'Déplacé', body: 'Le {day}', changed_at: MORNING })
      .execute()
    await writing.emailTo('a@b.example', { kind: 'moved', recipient: { email: 'a@b.example', language: 'de' } })
    expect(await writing.last()).toMatchObject({ language: 'fr', subject: 'Déplacé', body: 'Le mercredi 4 mars 2026' })
    await writing.clinic.db.updateTable('company').set({ language: 'en' }).execute()
  })

  test('once, however often it is asked for, and by several at a time', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => writing.queue({ onceKey: 'the same' })))
    expect(made.reduce((sum, one) => sum + one, 0)).toBe(2)
  })

  test('not at all while both channels are off, at the price of one query', async () => {
    await writing.setUp({ email_is_on: false, sms_is_on: false })
    const { rows } = await writing.clinic.db
      .selectFrom('messages')
      .select('id')
      .execute()
      .then((all) => ({ rows: all.length }))
    expect([await writing.queue(), await reminderHours(writing.clinic.db)]).toEqual([0, []])
    expect(await writing.clinic.db.selectFrom('messages').select('id').execute()).toHaveLength(rows)
    await writing.setUp({ sms_is_on: false, reminder_hours: [2, 24] })
    expect([await writing.queue(), await reminderHours(writing.clinic.db)]).toEqual([1, [24, 2]])
  })

  test('and leaves no trace of a transaction that is undone', async () => {
    const before = await writing.last()
    await writing.clinic.db
      .transaction()
      .execute(async (tx) => {
        await writing.queue({ onceKey: 'undone' }, tx)
        throw new Error('undo')
      })
      .catch(() => {})
    expect((await writing.last()).id).toBe(before.id)
  })
})

describe('quiet hours', () => {
  test('hold a reminder back till the morning, and it is skipped when that is too late', async () => {
    await writing.emailTo('a@b.example', { kind: 'reminder', now: NIGHT, sendBefore: new Date('2026-03-03T06:00:00Z') })
    expect(await writing.last()).toMatchObject({ state: 'queued', send_after: new Date('2026-03-03T04:00:00Z') })
    await writing.run(minutesAfter(NIGHT, 60))
    expect([writing.mail.received.length, (await writing.last()).attempts]).toEqual([0, 0])
    await writing.run(new Date('2026-03-03T04:00:00Z'))
    expect(writing.mail.received).toHaveLength(1)
    await writing.emailTo('a@b.example', { kind: 'reminder', now: NIGHT, sendBefore: new Date('2026-03-03T04:00:00Z') })
    expect(await writing.last()).toMatchObject({ state: 'skipped', reason: 'Too late to send.' })
  })

  test('do not hold back the answer to what the person just did, nor its second try', async () => {
    await writing.emailTo('a@b.example', { kind: 'booked', now: NIGHT })
    await writing.emailTo('c@d.example', { kind: 'cancelled', now: NIGHT, atOnce: true })
    writing.mail.replies.push({ code: 451, text: 'later' }, { code: 451, text: 'later' })
    await writing.run(NIGHT)
    expect((await writing.latest(2)).map(({ state, send_after }) => [state, send_after])).toEqual([
      ['queued', expect.anything()],
      ['queued', expect.anything()],
    ])
    await writing.run(minutesAfter(NIGHT, 3))
    expect((await writing.latest(2)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('hold back what comes into them late, such as after the program stood still', async () => {
    await writing.emailTo('a@b.example', { kind: 'reminder', now: MORNING })
    await writing.run(NIGHT)
    expect(await writing.last()).toMatchObject({ state: 'queued', send_after: new Date('2026-03-03T04:00:00Z'), attempts: 0 })
  })
})
