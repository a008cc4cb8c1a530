import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigurationError } from '../config.ts'
import { asOwner } from '../db/owner.ts'
import { fileStore } from '../files/store.ts'
import { seal, unseal } from '../auth/seal.ts'
import { derivedKeys, loadSecrets } from '../secrets.ts'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { sealedColumns as columns } from '../../runtime/tables.ts'
import { openKeys, requireKeys, settleKeys } from './clinic-keys.ts'
import { resealDocuments } from './reseal.ts'

const [one, two] = ['a'.repeat(32), 'b'.repeat(32)]

let database: Awaited<ReturnType<typeof cloneDatabase>>
let dataDir: string
beforeEach(async () => {
  database = await cloneDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'kliniki-keys-'))
})
afterEach(async () => {
  rmSync(dataDir, { recursive: true, force: true })
  await database.drop()
})

interface Given {
  dataDir?: string
  secret?: string
  previousSecret?: string
}
const place = (given: Given = {}) => ({ ownerUrl: database.url, dataDir, ...given })
const start = (given: Given & { isWithoutDocuments?: boolean } = {}) =>
  settleKeys({ columns, isWithoutDocuments: false, ...place(given), ...given })
const storeOf = ({ fileKey, previousFileKeys }: { fileKey: Buffer; previousFileKeys: readonly Buffer[] }) =>
  fileStore(join(dataDir, 'files'), fileKey, previousFileKeys)

/** A document of the clinic, encrypted with `key`. */
const addDocument = async (key: Buffer, text: string): Promise<string> => {
  const { sha256, size } = await fileStore(join(dataDir, 'files'), key).put(Buffer.from(text))
  await asOwner(database.url, (client) =>
    client.query(`insert into files (sha256, size, type, name, created_at) values ($1, $2, 'text/plain', 'letter.txt', now())`, [
      sha256,
      size,
    ]),
  )
  return sha256
}
const refusal = async (starting: Promise<unknown>) => {
  const error: unknown = await starting.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ConfigurationError)
  return (error as Error).message
}
const query = <T extends object>(text: string, values: unknown[] = []) =>
  asOwner(database.url, async (client) => (await client.query<T>(text, values)).rows)
const fresh = () => mkdtempSync(join(dataDir, 'other-'))

describe('documents stay readable', () => {
  test('when KLINIKI_SECRET is set, changed and removed again, with the previous one named', async () => {
    const first = await start()
    const sha256 = await addDocument(first.secrets.fileKey, 'before')
    for (const given of [{ secret: one }, { secret: two, previousSecret: one }, { secret: two }, { previousSecret: two }, {}]) {
      const { secrets } = await start(given)
      expect((await storeOf(secrets).get(sha256)).toString()).toBe('before')
      expect(secrets.codeKey).toEqual(first.secrets.codeKey)
      expect(await openKeys(place(given))).toEqual(secrets)
    }
  })

  test('on a machine that has the secret alone, and with a folder alone once the secret was given up', async () => {
    const first = await start()
    const sha256 = await addDocument(first.secrets.fileKey, 'shared')
    await start({ secret: one })
    const elsewhere = fresh()
    const { secrets } = await settleKeys({ ...place({ dataDir: elsewhere, secret: one }), columns, isWithoutDocuments: true })
    expect((await storeOf(secrets).get(sha256)).toString()).toBe('shared')
    await settleKeys({ ...place({ dataDir: elsewhere, previousSecret: one }), columns, isWithoutDocuments: true })
    expect((await openKeys(place({ dataDir: elsewhere }))).fileKey).toEqual(first.secrets.fileKey)
  })

  test('in a clinic of an earlier version that had set a secret after its first documents; they are encrypted anew in the background', async () => {
    const folder = loadSecrets(dataDir)
    const old = await addDocument(folder.fileKey, 'from before the secret')
    const young = await addDocument(derivedKeys(one).file, 'from after it')
    const { secrets, isToReseal } = await start({ secret: one })
    expect(isToReseal).toBe(true)
    for (const [sha256, text] of [
      [old, 'from before the secret'],
      [young, 'from after it'],
    ] as const)
      expect((await storeOf(secrets).get(sha256)).toString()).toBe(text)
    expect(await resealDocuments(place({ secret: one }))).toBe(1)
    expect((await fileStore(join(dataDir, 'files'), secrets.fileKey).get(old)).toString()).toBe('from before the secret')
    expect((await start({ secret: one })).isToReseal).toBe(false)
  })
})

const sealed = (key: Buffer) => seal(key, 'message settings', 'of the mail server')

const stored = async () => (await query<{ value: Buffer }>('select smtp_password as value from message_settings'))[0]!.value

describe('what is sealed in the database', () => {
  test('decides which key is kept, and is sealed anew where only an older one opens it', async () => {
    const folder = loadSecrets(dataDir)
    await query('update message_settings set smtp_password = $1, sms_authorization = $2', [sealed(folder.codeKey), sealed(folder.codeKey)])
    await query(`update assistant_settings set api_key = $1`, [seal(derivedKeys(one).code, 'assistant settings', 'of the model')])
    const { secrets, warnings } = await start({ secret: one })
    expect(warnings).toEqual([])
    expect(secrets.codeKey).toEqual(folder.codeKey)
    expect(unseal(secrets.codeKey, 'message settings', await stored())).toBe('of the mail server')
    const [{ value }] = (await query<{ value: Buffer }>('select api_key as value from assistant_settings')) as [{ value: Buffer }]
    expect(unseal(secrets.codeKey, 'assistant settings', value)).toBe('of the model')
  })

  test('is named where no key opens it', async () => {
    await query('update message_settings set smtp_password = $1', [sealed(randomBytes(32))])
    expect((await start()).warnings).toEqual([
      'Warning: the password of the mail server cannot be decrypted with the keys of this clinic and has to be set up again.',
    ])
  })

  test('every column of bytes is sealed and listed, or a hash, a file or a seal of the trail', async () => {
    const listed = columns.map(({ table, column }) => `${table}.${column}`)
    const rows = await query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type in ('bytea', 'ARRAY') and udt_name in ('bytea', '_bytea') order by 1`,
    )
    const others = rows.map(({ name }) => name).filter((name) => !listed.includes(name))
    expect(listed.filter((name) => !rows.some((row) => row.name === name))).toEqual([])
    expect(
      others.filter(
        (name) => !/_hash$|^audit_seals\.|^clinic_keys\.wrapped$|\.digest$|_mark$|known_devices$|^import_rows|\.body$/.test(name),
      ),
    ).toEqual([])
  })
})

const whole = () => query('select wrapped_by, purpose, fingerprint, wrapped, is_current, wrapped_at from clinic_keys order by 1, 2, 3')

describe('a start is refused, and changes nothing,', () => {
  test('without the secret that the keys are kept with, or with another one', async () => {
    const elsewhere = fresh()
    await settleKeys({ ...place({ dataDir: elsewhere, secret: one }), columns, isWithoutDocuments: false })
    const before = await whole()
    const other = fresh()
    const missing = `The keys of this clinic are kept with a KLINIKI_SECRET, and none is set, so its documents could not be read: set it (to do without one, set it as KLINIKI_SECRET_PREVIOUS), or bring ${join(other, 'secrets')} from a backup. KLINIKI_WITHOUT_DOCUMENTS=1 starts without them: each answers that it cannot be read.`
    expect(await refusal(start({ dataDir: other }))).toBe(missing)
    expect(await refusal(requireKeys(place({ dataDir: other })))).toBe(missing)
    expect(await refusal(openKeys(place({ dataDir: other })))).toBe(missing)
    expect(await refusal(start({ dataDir: other, secret: two }))).toMatch(
      /^The keys of this clinic are kept with another KLINIKI_SECRET than the one that is set, .* set the earlier one as KLINIKI_SECRET_PREVIOUS/,
    )
    expect(await whole()).toEqual(before)
  })

  test('where the folder of secrets stayed behind, or is that of another clinic', async () => {
    await start()
    const other = fresh()
    expect(await refusal(start({ dataDir: other }))).toMatch(
      /secrets does not hold the keys of this clinic, .*: bring the folder of the machine/,
    )
    loadSecrets(other)
    expect(await refusal(start({ dataDir: other }))).toMatch(/does not hold the keys of this clinic/)
  })

  test('where none of the newest documents can be read, or none is there', async () => {
    await start()
    const sha256 = await addDocument(randomBytes(32), 'of another clinic')
    expect(await refusal(start())).toMatch(/^The documents in .* are encrypted with other keys than those of this machine: /)
    const goingOn = await start({ isWithoutDocuments: true })
    expect(goingOn.secrets.fileKey).toHaveLength(32)
    expect(goingOn.warnings).toEqual([expect.stringContaining('none of the newest documents can be read')])
    rmSync(join(dataDir, 'files', sha256.slice(0, 2), sha256))
    expect(await refusal(start())).toMatch(/holds none of the clinic's newest 1 documents: bring that folder/)
  })

  test('unless it is told to go on: then it has new keys', async () => {
    const { secrets } = await start()
    for (const name of ['file-key', 'code-key']) rmSync(join(dataDir, 'secrets', name))
    await refusal(start())
    const after = await start({ isWithoutDocuments: true })
    expect(after.secrets.fileKey.equals(secrets.fileKey)).toBe(false)
    expect((await start()).secrets).toEqual(after.secrets)
  })

  test('and whoever finds the secret again has the documents of before and those since', async () => {
    const before = await start({ secret: one, dataDir: fresh() })
    const old = await addDocument(before.secrets.fileKey, 'of before')
    const since = await start({ secret: two, isWithoutDocuments: true })
    const young = await addDocument(since.secrets.fileKey, 'since')
    // Twice: what the second start removes would be gone for good.
    await start({ secret: two, isWithoutDocuments: true })
    const { secrets, isToReseal } = await start({ secret: two, previousSecret: one })
    expect((await storeOf(secrets).get(old)).toString()).toBe('of before')
    expect((await storeOf(secrets).get(young)).toString()).toBe('since')
    expect(isToReseal).toBe(true)
  })

  test('and a key file that is gone while the other is there comes back from the database', async () => {
    const { secrets } = await start()
    const kept = readFileSync(join(dataDir, 'secrets', 'file-key'), 'utf8')
    writeFileSync(join(dataDir, 'secrets', 'file-key'), '')
    expect((await start()).secrets).toEqual(secrets)
    expect(readFileSync(join(dataDir, 'secrets', 'file-key'), 'utf8')).toBe(kept)
  })
})

test('a machine that was not restarted yet still starts while another has the new secret; afterwards the old one opens nothing', async () => {
  await start({ secret: one, dataDir: fresh() })
  await start({ secret: two, previousSecret: one, dataDir: fresh() })
  await start({ secret: one, dataDir: fresh() })
  await start({ secret: two, dataDir: fresh() })
  expect(await refusal(start({ secret: one, dataDir: fresh() }))).toMatch(/another KLINIKI_SECRET/)
})

test('those who answer requests may not read the keys', async () => {
  for (const role of ['kliniki_app', 'kliniki_portal', 'kliniki_read'])
    expect(await query(`select has_table_privilege('${role}', 'clinic_keys', 'select, insert, update, delete') as may`)).toEqual([
      { may: false },
    ])
})
