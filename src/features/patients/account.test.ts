import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'

let clinic: TestClinic
let desk: Person
/** A second member of staff, who confirms. */
let colleague: Person
beforeAll(async () => {
  clinic = await openTestClinic()
})
beforeEach(async () => {
  desk = await clinic.signedInFrom('Receptionist')
  colleague = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

const MINUTE = 60_000
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).toSorted((one, other) => one - other)
const BORN = '1990-02-03'
const later = (ms: number) => (clinic.clock.now = new Date(clinic.clock.now.getTime() + ms))
const owner = () => clinic.signedInFrom('Patient', 'patient')
const patient = (more: object = {}) => aPatient(clinic.db, { date_of_birth: BORN, ...more })

const show = async (person: Person) => {
  const reply = await person.call('POST', '/portal/link-code/', {})
  expect(reply.status, reply.text).toBe(201)
  const shown = reply.json<{ code: string; qr: string[]; seconds: number }>()
  ownerId.set(shown.code, person.id)
  return shown
}
/** Whose account shows which code. */
const ownerId = new Map<string, number>()
const account = (id: number) => `/patients/patients/${id}/account/`
const check = (id: number, code: string, by = desk) => by.call('POST', `${account(id)}check/`, { code })
const ask = (id: number, code: string, by = desk, headers = {}, compared = ownerId.get(code) ?? 1) =>
  by.call('PUT', account(id), { code, account: compared }, headers)
const waiting = async (id: number) => (await desk.call('GET', account(id))).json<{ request: { id: number; way: string } | null }>().request
const confirm = async (id: number, by = colleague, more: object = { note: 'Known to us' }) =>
  by.call('POST', `${account(id)}confirm/`, { request: (await waiting(id))?.id ?? 1, ...more })
/** Both steps: one member of staff enters the code, and another one confirms. */
const link = async (...[id, ...how]: Parameters<typeof ask>) => {
  const asked = await ask(id, ...how)
  return asked.status === 200 ? confirm(id) : asked
}
const unlink = (id: number, reason = 'Wrong person') => desk.call('POST', `${account(id)}unlink/`, { reason })
const profile = async (of: Person) => (await of.call('GET', '/patients/patient-profile/')).status
const inbox = async (of: Person) => (await of.call('GET', '/notifications/notifications/?all=true')).json<unknown[]>().length
const trail = (id: number) =>
  clinic.db.selectFrom('audit_log').select(['actor_id', 'action', 'entity', 'change']).where('patient_id', '=', id).orderBy('id').execute()

const WRONG = { code: ['This code is invalid or no longer valid. Ask for a new one.'] }

describe('by the code that an account shows', () => {
  test('the desk sees whose it is, links it, and unlinks it with a reason', async () => {
    const [{ id }, mine] = [await patient(), await owner()]
    expect(await profile(mine)).toBe(404)
    const { code, qr, seconds } = await show(mine)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(qr.length).toBeGreaterThan(20)
    expect(seconds * 1000).toBe(15 * MINUTE)
    const { email } = await clinic.db.selectFrom('users').select('email').where('id', '=', mine.id).executeTakeFirstOrThrow()
    const seen = await check(id, code)
    expect([seen.status, seen.json()]).toMatchObject([200, { id: mine.id, email, first_name: 'Test' }])
    // Looking uses nothing up; a code may be typed as people do.
    // The square of the code holds it behind a mark.
    expect((await check(id, `LINK${code.replace('-', '')}`)).status).toBe(200)
    const linked = await link(id, ` ${code.toLowerCase().replace('-', ' ').replace('0', 'o').replace('1', 'l')}`, desk, {}, mine.id)
    expect([linked.status, linked.json()]).toMatchObject([
      200,
      { account: { id: mine.id, email, kind: 'code', linked_by: 'Test receptionist' }, slip: null, version: 2 },
    ])
    expect(await profile(mine)).toBe(200)
    expect((await desk.call('GET', account(id))).json()).toEqual(linked.json())
    expect((await trail(id)).at(-1)).toEqual({ actor_id: desk.id, action: 'read', entity: 'user', change: null })
    expect((await unlink(id, ' ')).json()).toHaveProperty('reason')
    expect((await unlink(id)).json()).toMatchObject({ account: null, version: 3 })
    expect(await profile(mine)).toBe(404)
    expect((await unlink(id)).status).toBe(409)
    expect((await trail(id)).filter(({ action }) => action.includes('account'))).toEqual([
      { actor_id: desk.id, action: 'look at account', entity: 'user', change: null },
      { actor_id: desk.id, action: 'look at account', entity: 'user', change: null },
      {
        actor_id: desk.id,
        action: 'ask to link account',
        entity: 'patient',
        change: { request: expect.any(Number) as number, user: mine.id },
      },
      {
        actor_id: colleague.id,
        action: 'link account',
        entity: 'patient',
        change: { user: [null, mine.id], request: expect.any(Number) as number, asked_by: desk.id, note: 'Known to us' },
      },
      { actor_id: desk.id, action: 'unlink account', entity: 'patient', change: { user: [mine.id, null], reason: 'Wrong person' } },
    ])
    const links = clinic.db.selectFrom('account_links').selectAll().where('patient_id', '=', id)
    expect(await links.execute()).toMatchObject([{ user_id: mine.id, linked_by: desk.id, ended_by: desk.id, end_reason: 'Wrong person' }])
  })

  test('an account that is taken off a record is told of it no more, and others still are', async () => {
    const [{ id }, mine, other] = [await patient(), await owner(), await owner()]
    await patient({ user_id: other.id })
    expect((await link(id, (await show(mine)).code)).status).toBe(200)
    const kinds = ['results_released', 'prescription_answered', 'prescription_asked', 'lab_request_answered', 'appointment_changed']
    const reported = (user_id: number) =>
      ['appointment_cancelled', ...kinds].map((kind, n) => ({
        kind,
        entity_id: n + 1,
        user_id,
        created_at: clinic.clock.now,
        // What has ended is shown to whoever asks for all.
        resolved_at: n === 0 ? clinic.clock.now : null,
      }))
    await clinic.db
      .insertInto('notifications')
      .values([...reported(mine.id), ...reported(other.id)])
      .execute()
    expect([await inbox(mine), await inbox(other)]).toEqual([6, 6])
    expect((await unlink(id)).status).toBe(200)
    expect([await inbox(mine), await inbox(other)]).toEqual([0, 6])
  })

  test('an account is taken off a record that was deactivated, and its slip is revoked; nothing is linked with it', async () => {
    const [linked, waiting] = [await patient(), await patient()]
    const mine = await owner()
    expect((await link(linked.id, (await show(mine)).code)).status).toBe(200)
    await codeOn(waiting.id)
    const away = { deactivated_at: clinic.clock.now, deactivated_by: desk.id, deactivation_reason: 'Twice there' }
    await clinic.db.updateTable('patients').set(away).where('id', 'in', [linked.id, waiting.id]).execute()
    expect((await link(waiting.id, (await show(await owner())).code)).json()).toMatchObject({ code: 'deactivated' })
    expect((await desk.call('DELETE', `${account(waiting.id)}slip/`)).status).toBe(204)
    expect((await unlink(linked.id)).json()).toMatchObject({ account: null })
    expect(await profile(mine)).toBe(404)
  })

  test('a wrong, replaced, used or expired code is refused in the same words, and only its hash is kept', async () => {
    const [first, second] = [await patient(), await patient()]
    const mine = await owner()
    const replaced = await show(mine)
    const used = await show(mine)
    const kept = await clinic.db.selectFrom('account_link_codes').selectAll().where('user_id', '=', mine.id).execute()
    expect(kept.length).toBe(1)
    expect(JSON.stringify(kept)).not.toContain(used.code.replace('-', '').toLowerCase())
    expect((await link(first.id, used.code)).status).toBe(200)
    const another = await owner()
    const expired = await show(another)
    later(15 * MINUTE)
    desk = await clinic.signedInFrom('Receptionist')
    for (const code of ['ABCD-EFGH', 'x', replaced.code, used.code, expired.code])
      for (const tried of [await check(second.id, code), await link(second.id, code)])
        expect([tried.status, tried.json()]).toEqual([400, WRONG])
    const gone = await owner()
    const { code } = await show(gone)
    await clinic.db.updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute()
    expect((await link(second.id, code)).json()).toEqual(WRONG)
    expect((await link(2_000_000, code)).status).toBe(404)
    expect((await link(second.id, '')).status).toBe(400)
    expect((await desk.call('PUT', account(second.id), { email: 'a@b.example' })).json()).toHaveProperty('email')
  })

  test('who is linked already is a conflict, for the patient, for the account and for the one who asks', async () => {
    const [hers, his] = [await patient(), await patient()]
    const [she, he] = [await owner(), await owner()]
    const [stays, late] = [(await show(she)).code, (await show(he)).code]
    // Meanwhile her account was linked otherwise.
    await clinic.db.updateTable('patients').set({ user_id: she.id }).where('id', '=', hers.id).execute()
    for (const call of [check, link]) {
      expect((await call(his.id, stays)).json()).toMatchObject({ detail: 'This account already belongs to another patient.' })
      const twice = await call(hers.id, late)
      expect([twice.status, twice.json()]).toMatchObject([
        409,
        { detail: 'This patient is already linked to an account. Unlink it first.' },
      ])
    }
    expect((await link(his.id, late, desk, { 'if-match': '"7"' })).status).toBe(412)
    const asked = await she.call('POST', '/portal/link-code/', {})
    expect([asked.status, asked.json()]).toMatchObject([409, { code: 'linked' }])
    expect((await desk.call('POST', '/portal/link-code/', {})).status).toBe(403)
    const nurse = await clinic.signedInAs(['patients.view'])
    expect((await link(his.id, late, nurse)).status).toBe(403)
  })

  test('the account that was compared is linked, whatever code is in the box by then', async () => {
    const [{ id }, compared, other] = [await patient(), await owner(), await owner()]
    const [, { code }] = [await show(compared), await show(other)]
    const refused = await link(id, code, desk, {}, compared.id)
    expect([refused.status, refused.json()]).toMatchObject([409, { code: 'other_account' }])
    expect((await desk.call('PUT', account(id), { code })).json()).toHaveProperty('account')
    expect((await desk.call('GET', account(id))).json()).toMatchObject({ account: null })
    // The code still serves for whose it is.
    expect((await link(id, code)).json()).toMatchObject({ account: { id: other.id } })
  })

  test('of two desks with one code, or with two codes for one patient, one wins', async () => {
    const other = await clinic.signedInFrom('Receptionist')
    const [first, second] = [await patient(), await patient()]
    const mine = await owner()
    const { code } = await show(mine)
    const one = await Promise.all([link(first.id, code), link(second.id, code, other)])
    expect(statuses(one)).toEqual([200, expect.toBeOneOf([400, 409])])
    const [he, she] = [await owner(), await owner()]
    const third = await patient()
    const codes = [(await show(he)).code, (await show(she)).code] as const
    const two = await Promise.all([ask(third.id, codes[0]), ask(third.id, codes[1], other)])
    expect(statuses(two)).toEqual([200, 200])
    // The later one took the place of the earlier, and of two who confirm it one does.
    const { id: request } = (await waiting(third.id))!
    const confirming = () => colleague.call('POST', `${account(third.id)}confirm/`, { request, note: 'Known to us' })
    expect(statuses(await Promise.all([confirming(), confirming()]))).toEqual([200, 409])
  })

  test('whoever tries code after code is stopped', async () => {
    const { id } = await patient()
    const guesser = await clinic.signedInFrom('Receptionist')
    const reported = new Set<number>()
    for (let tries = 0; tries < 40; tries += 1) reported.add((await check(id, `ABCD-${1000 + tries}`, guesser)).status)
    expect([...reported]).toEqual([400])
    expect((await check(id, 'ABCD-EFGH', guesser)).status).toBe(429)
    expect((await link(id, 'ABCD-EFGH', guesser)).status).toBe(429)
    expect((await link(id, 'ABCD-EFGH')).status).toBe(400)
  })
})

const print = async (id: number) => {
  const reply = await clinic.app.inject({
    method: 'POST',
    url: `${account(id)}slip/`,
    headers: { authorization: `Bearer ${desk.token}`, 'content-type': 'application/json' },
    payload: '{}',
  })
  return { status: reply.statusCode, body: reply.rawPayload, json: () => reply.json<Record<string, unknown>>() }
}
const codeOn = async (id: number) => {
  const { status, body } = await print(id)
  expect(status, body.toString()).toBe(200)
  const text = pdfPages(body).flat().join(' ')
  expect(text).not.toContain('1990')
  return /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)![0]
}
const redeem = (by: Person, code: string, date_of_birth = BORN) => by.call('POST', '/portal/link-slip/', { code, date_of_birth })
const REFUSED = {
  code: ['Code and date of birth do not match, or the code is no longer valid. Ask the reception desk for a new one.'],
}

describe('by the slip that the desk prints', () => {
  test('the patient links their own account with it, once', async () => {
    const { id } = await patient()
    const mine = await owner()
    const code = await codeOn(id)
    expect((await desk.call('GET', account(id))).json()).toMatchObject({ account: null, slip: { made_by: 'Test receptionist' } })
    expect((await redeem(mine, code.replaceAll('-', '').toLowerCase())).status).toBe(204)
    expect(await profile(mine)).toBe(404)
    const { id: request } = (await waiting(id))!
    // Whoever printed the slip asked for it.
    expect((await confirm(id, desk)).json()).toMatchObject({ code: 'own_request' })
    expect((await confirm(id)).json()).toMatchObject({ account: { id: mine.id, kind: 'slip' }, slip: null, version: 2 })
    expect(await profile(mine)).toBe(200)
    expect((await trail(id)).filter(({ action }) => /link|print/.test(action))).toEqual([
      { actor_id: desk.id, action: 'print', entity: 'account slip', change: null },
      { actor_id: mine.id, action: 'ask to link account', entity: 'patient', change: { request, user: mine.id } },
      {
        actor_id: colleague.id,
        action: 'link account',
        entity: 'patient',
        change: { user: [null, mine.id], request, asked_by: desk.id, note: 'Known to us' },
      },
    ])
    expect((await redeem(mine, code)).status).toBe(409)
    const again = await redeem(await owner(), code)
    expect([again.status, again.json()]).toEqual([400, REFUSED])
    expect((await print(id)).status).toBe(409)
  })

  test('printing again, revoking, fourteen days and the third wrong date of birth end it, all in the same words', async () => {
    const mine = await owner()
    const ids = await Promise.all([patient(), patient(), patient(), patient()])
    const [replaced, revoked, expired, guessed] = [ids[0].id, ids[1].id, ids[2].id, ids[3].id]
    const old = await codeOn(replaced)
    const codes = [old, await codeOn(revoked), await codeOn(expired), 'AAAA-BBBB-CCCC']
    const fresh = await codeOn(replaced)
    expect((await desk.call('DELETE', `${account(revoked)}slip/`)).status).toBe(204)
    expect((await desk.call('DELETE', `${account(revoked)}slip/`)).status).toBe(404)
    later(14 * 24 * 60 * MINUTE)
    desk = await clinic.signedInFrom('Receptionist')
    const [late, other] = [await owner(), await owner()]
    for (const code of [...codes, fresh]) expect((await redeem(late, code)).json()).toEqual(REFUSED)
    const hard = await codeOn(guessed)
    for (const born of ['1990-03-02', '1991-02-03', '1990-02-04']) expect((await redeem(other, hard, born)).json()).toEqual(REFUSED)
    expect((await redeem(other, hard)).json()).toEqual(REFUSED)
    const { end_reason, tries } = await clinic.db
      .selectFrom('account_link_slips')
      .selectAll()
      .where('patient_id', '=', guessed)
      .executeTakeFirstOrThrow()
    expect([end_reason, tries]).toEqual(['wrong tries', 3])
    expect((await trail(guessed)).filter(({ action }) => action === 'try a slip').length).toBe(3)
    expect((await desk.call('POST', '/portal/link-slip/', { code: hard, date_of_birth: BORN })).status).toBe(403)
    expect((await redeem(mine, hard)).status).toBe(401)
    expect((await redeem(other, hard, 'yesterday')).json()).toHaveProperty('date_of_birth')
  })

  test('of two accounts with one slip one wins; the code of a slip opens nothing at the desk; linking at the desk ends it', async () => {
    const { id } = await patient()
    const code = await codeOn(id)
    const [he, she] = [await owner(), await owner()]
    expect((await link(id, code)).json()).toEqual(WRONG)
    const both = await Promise.all([redeem(he, code), redeem(she, code)])
    expect(statuses(both)).toEqual([204, 400])
    const second = await patient()
    const slip = await codeOn(second.id)
    expect((await link(second.id, (await show(await owner())).code)).status).toBe(200)
    expect((await redeem(await owner(), slip)).json()).toEqual(REFUSED)
  })

  test('a patient without an exact date of birth gets none, and whoever guesses is stopped', async () => {
    for (const more of [{ date_of_birth: null }, { is_birth_date_estimated: true }]) {
      const reply = await print((await patient(more)).id)
      expect([reply.status, reply.json()]).toMatchObject([409, { code: 'no_birth_date' }])
    }
    const guesser = await owner()
    for (let tries = 0; tries < 10; tries += 1) expect((await redeem(guesser, `AAAA-BBBB-${1000 + tries}`)).status).toBe(400)
    expect((await redeem(guesser, 'AAAA-BBBB-CCCC')).status).toBe(429)
  })
})
