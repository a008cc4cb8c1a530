import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replyWith } from '../../testing/servers/sms-gateway.ts'
import { MORNING, minutesAfter, openWritingClinic, type WritingClinic } from '../../testing/clinics/writing-clinic.ts'
import { cancelMessages } from './public.ts'

let writing: WritingClinic
beforeAll(async () => {
  writing = await openWritingClinic()
})
afterAll(() => writing.close())
beforeEach(() => writing.clear())

describe('sending', () => {
  test('hands both over, with the link to opt out in the e-mail alone', async () => {
    await writing.queue()
    await writing.run()
    const [sms, email] = await writing.latest(2)
    expect([sms, email]).toEqual([
      expect.objectContaining({ state: 'sent', provider_id: 'g-1', attempts: 1 }),
      expect.objectContaining({ state: 'sent', provider_id: writing.mail.received[0]?.headers['message-id'] }),
    ])
    expect(writing.mail.received[0]?.text).toMatch(
      /\nTo get no more messages at this address:\nhttps:\/\/clinic\.example\/messages\/opt-out\/\d+-[\w-]{22}$/,
    )
    expect(JSON.parse(writing.gateway.calls[0]!.body)).toMatchObject({ to: '254712345678', message: sms!.body })
    await writing.run(minutesAfter(MORNING, 120))
    expect([writing.mail.received.length, writing.gateway.calls.length]).toEqual([1, 1])
  })

  test('what fails for a while is tried again with growing gaps, six times at most', async () => {
    await writing.setUp({ quiet_from: '00:00', quiet_to: '00:00' })
    await writing.emailTo('a@b.example')
    const times: number[] = []
    let at = MORNING
    for (let turn = 1; turn <= 6; turn++) {
      writing.mail.replies.push({ code: 421, text: 'busy' })
      await writing.run(at)
      const { send_after, state, attempts } = await writing.last()
      expect([attempts, state]).toEqual([turn, turn < 6 ? 'queued' : 'failed'])
      if (turn === 6) break
      times.push(Math.round((send_after.getTime() - at.getTime()) / 60_000))
      await writing.run(new Date(send_after.getTime() - 5_000))
      expect((await writing.last()).attempts).toBe(turn)
      at = send_after
    }
    expect(times).toEqual([1, 5, 15, 60, 240])
    expect((await writing.last()).reason).toBe('The mail server refused: 421')
    await writing.setUp({ quiet_from: '20:00', quiet_to: '07:00' })
  })

  test('a 4xx and then success is one message with one Message-ID', async () => {
    await writing.emailTo('a@b.example')
    writing.mail.replies.push({ code: 450, text: 'greylisted' })
    const tries = writing.mail.tries
    await writing.run()
    await writing.run(minutesAfter(MORNING, 2))
    expect([writing.mail.tries - tries, writing.mail.received.length, (await writing.last()).state]).toEqual([2, 1, 'sent'])
  })

  test('a dropped line, and a gateway that stumbles, are tried again; refusals are not', async () => {
    await writing.queue()
    writing.mail.replies.push('drop')
    writing.gateway.replies.push(replyWith(500))
    await writing.run()
    expect((await writing.latest(2)).map(({ state }) => state)).toEqual(['queued', 'queued'])
    await writing.run(minutesAfter(MORNING, 2))
    expect((await writing.latest(2)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    await writing.queue()
    writing.mail.replies.push({ code: 550, text: 'no such mailbox' })
    writing.gateway.replies.push(replyWith(400, 'bad number'))
    await writing.run()
    expect((await writing.latest(2)).map(({ state, reason }) => [state, reason])).toEqual([
      ['failed', 'The SMS gateway refused: 400'],
      ['failed', expect.stringContaining('550')],
    ])
  })

  test('skips what is of no use any more: opted out, turned off, begun, cancelled', async () => {
    await writing.emailTo('out@b.example')
    await writing.clinic.db
      .insertInto('message_opt_outs')
      .values({ channel: 'email', address: 'out@b.example', opted_out_at: MORNING })
      .execute()
    await writing.emailTo('late@b.example', { sendBefore: minutesAfter(MORNING, 5) })
    await writing.queue({ recipient: { phone: '0700000009' } })
    await writing.setUp({ sms_is_on: false })
    await writing.emailTo('gone@b.example', { entity: { kind: 'appointment', id: 77 } })
    expect(await cancelMessages(writing.clinic.db, { kind: 'appointment', id: 77 }, ['reminder'])).toBe(0)
    expect(await cancelMessages(writing.clinic.db, { kind: 'appointment', id: 77 }, ['reminder', 'confirmed'])).toBe(1)
    await writing.run(minutesAfter(MORNING, 10))
    expect((await writing.latest(4)).map(({ reason }) => reason).toReversed()).toEqual([
      'The recipient has opted out.',
      'Too late to send.',
      'This channel is turned off.',
      'Its subject has changed since.',
    ])
    await writing.emailTo('Out@b.example')
    expect(await writing.last()).toMatchObject({ state: 'skipped', reason: 'The recipient has opted out.' })
    expect(writing.mail.received).toEqual([])
  })

  test('what its appointment took back is not tried again, neither by itself nor by staff', async () => {
    const entity = { kind: 'appointment', id: 78 } as const
    const clerk = await writing.clinic.signedInAs(['messages.view'])
    await writing.emailTo('slow@b.example', { entity })
    await writing.clinic.db.updateTable('messages').set({ state: 'sending', attempts: 1 }).where('entity_id', '=', 78).execute()
    await cancelMessages(writing.clinic.db, entity, ['confirmed'])
    // The mail server let it fall.
    await writing.clinic.db.updateTable('messages').set({ state: 'queued' }).where('entity_id', '=', 78).execute()
    await writing.run(minutesAfter(MORNING, 20))
    expect(await writing.last()).toMatchObject({ state: 'skipped' })
    expect(writing.mail.received).toEqual([])
    for (const state of ['failed', 'skipped', 'queued'] as const) {
      await writing.emailTo('again@b.example', { entity })
      await writing.clinic.db
        .updateTable('messages')
        .set({ state })
        .where('id', '=', (await writing.last()).id)
        .execute()
      await cancelMessages(writing.clinic.db, entity, ['confirmed'])
      const again = await clerk.call('POST', `/messages/${(await writing.last()).id}/send-again/`)
      expect([again.status, again.text]).toEqual([409, expect.stringContaining('too late')])
    }
  })

  test('a demonstration clinic sends nothing', async () => {
    await writing.emailTo('before@b.example')
    await writing.clinic.db.updateTable('company').set({ is_demo: true }).execute()
    await writing.emailTo('after@b.example')
    await writing.run()
    expect((await writing.latest(2)).map(({ state, reason }) => [state, reason])).toEqual(
      Array.from({ length: 2 }, () => ['skipped', 'Messages are not sent in a demonstration clinic.']),
    )
    await writing.clinic.db.updateTable('company').set({ is_demo: false }).execute()
    expect(writing.mail.received).toEqual([])
  })

  test('several workers at once send every message once', async () => {
    for (let turn = 0; turn < 60; turn++) await writing.emailTo(`p${turn}@b.example`)
    await Promise.all(Array.from({ length: 4 }, () => writing.run()))
    expect(writing.mail.received).toHaveLength(60)
    expect(new Set(writing.mail.received.map(({ to }) => to[0])).size).toBe(60)
  })

  test('a message whose process was killed in the middle is taken up again after ten minutes, as the same message', async () => {
    await writing.emailTo('killed@b.example')
    writing.mail.replies.push('hang')
    const tries = writing.mail.tries
    const root = join(import.meta.dirname, '../../..')
    const program = `
      const { connect } = await import('#platform/db/connect.ts')
      const { sendDue } = await import(process.env.WORK)
      const { db } = connect(process.env.URL, 'kliniki_app')
      await sendDue({ db, now: new Date(process.env.NOW), codeKey: Buffer.from(process.env.KEY, 'hex'), publicUrl: undefined,
        publish: () => {}, signal: new AbortController().signal })`
    const env = {
      ...process.env,
      WORK: pathToFileURL(join(import.meta.dirname, 'server/send-due.ts')).href,
      URL: writing.clinic.logins.kliniki_app,
      NOW: MORNING.toISOString(),
      KEY: writing.clinic.codeKey.toString('hex'),
    }
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: root, env, stdio: 'inherit' })
    const gone = new Promise((resolve) => child.once('exit', resolve))
    await expect.poll(() => writing.mail.tries - tries).toBe(1)
    child.kill('SIGKILL')
    await gone
    expect(await writing.last()).toMatchObject({ state: 'sending', attempts: 1 })
    await writing.run(minutesAfter(MORNING, 9))
    expect(writing.mail.received).toEqual([])
    await writing.run(minutesAfter(MORNING, 11))
    expect(await writing.last()).toMatchObject({ state: 'sent', attempts: 2 })
    expect(writing.mail.received).toHaveLength(1)
    expect(writing.mail.received[0]?.headers['message-id']).toBe((await writing.last()).provider_id)
  })
})
