import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { validate } from '@scalar/openapi-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { hashPassword } from '#platform/auth/passwords.ts'
import { callOf, promisedEndpoints } from '../../src/testing/calls/contracts.ts'
import { openTestClinic, type TestClinic } from '../../src/testing/clinic.ts'

const root = join(import.meta.dirname, '../..')
const kept = join(root, 'docs/openapi.json')
const run = promisify(execFile)
// No tool asks elsewhere whether there is a newer one, or says that it was used.
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const tool = (path: string, ...args: string[]) => run(process.execPath, [join(root, 'node_modules', path), ...args], { cwd: root, env })

interface Described {
  operationId: string
  parameters: ({ name: string; description?: string } | { $ref: string })[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Described>>
}
const document = JSON.parse(readFileSync(kept, 'utf8')) as Document
const described = (method: string, path: string) => document.paths[path.replace(/(?<=.)\/$/, '')]?.[method.toLowerCase()]

// Below the project, so that the client finds the packages it is made of.
mkdirSync(join(root, '.cache'), { recursive: true })
const place = mkdtempSync(join(root, '.cache/api-client-'))
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(async () => {
  await clinic.close()
  rmSync(place, { recursive: true, force: true })
})

test('serves the document that is kept in the project', async () => {
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  expect((await nurse.call('GET', '/schema/')).text).toBe(readFileSync(kept, 'utf8'))
})

test('describes every call that is served, and no other', () => {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = promisedEndpoints().flatMap(({ method, path, also = [] }) =>
    [path, ...also].map((one) => `${method} ${one.replace(/(?<=.)\/$/, '')}`),
  )
  expect(calls.toSorted()).toEqual(served.toSorted())
})

test('gives every call a name of its own, described parameters and its failures', () => {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
  const silent = all.filter(({ parameters }) => parameters.some((parameter) => !('$ref' in parameter) && !parameter.description))
  expect(silent.map(({ operationId }) => operationId)).toEqual([])
  const withoutFailures = all.filter(({ responses }) => !('429' in responses) || Object.keys(responses).length < 3)
  expect(withoutFailures.map(({ operationId }) => operationId)).toEqual([])
})

test('shows bodies that the contract accepts', () => {
  const refused = promisedEndpoints().flatMap((endpoint) => {
    if (!endpoint.body) return []
    const example = described(endpoint.method, endpoint.path)?.requestBody?.content['application/json']?.example
    const { success, error } = z.safeParse(endpoint.body, example)
    return success ? [] : [`${callOf(endpoint)}: ${error.message}`]
  })
  expect(refused).toEqual([])
})

test('has no error for @redocly/cli', async () => {
  const { stdout } = await tool('@redocly/cli/bin/cli.js', 'lint', kept, '--format=json')
  const { totals } = JSON.parse(stdout) as { totals: { errors: number } }
  expect(totals.errors).toBe(0)
})

test('is valid for @scalar/openapi-parser', async () => {
  const { valid, errors } = await validate(readFileSync(kept, 'utf8'))
  expect({ valid, errors }).toEqual({ valid: true, errors: [] })
})

test('is valid for @apidevtools/swagger-cli', async () => {
  const { stderr } = await tool('@apidevtools/swagger-cli/bin/swagger-cli.js', 'validate', kept)
  expect(stderr.trim()).toMatch(/^$|is valid$/)
})

test('lets a client that is generated from it complete a visit', async () => {
  await run(
    process.execPath,
    [
      '--import',
      join(root, 'tools/openapi/typescript-5.mjs'),
      join(root, 'node_modules/openapi-typescript/bin/cli.js'),
      kept,
      '-o',
      join(place, 'types.ts'),
    ],
    { cwd: root },
  )
  cpSync(join(root, 'testdata/api-client/visit.ts'), join(place, 'visit.ts'))
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
  }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['visit.ts'] }))
  await tool('typescript/bin/tsc', '-p', place)

  const password = 'a long sentence of the test'
  const user = await clinic.signedInFrom('System administrator', 'sysadmin')
  const { email } = await clinic.db.selectFrom('users').select('email').where('id', '=', user.id).executeTakeFirstOrThrow()
  await clinic.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', user.id)
    .execute()
  const address = await clinic.app.listen({ host: '127.0.0.1', port: 0 })
  const { completeVisit } = (await import(pathToFileURL(join(place, 'visit.ts')).href)) as {
    completeVisit: (baseUrl: string, email: string, password: string) => Promise<unknown>
  }
  const visit = await completeVisit(address, email, password)
  expect(visit).toEqual({ level: 4, track: 'doctor', signedAt: expect.any(String), end: 'complete', visits: 1 })
})
