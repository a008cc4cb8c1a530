import { expect, test } from 'vitest'
import { byTag, callsIn, matching, type OpenApi } from './open-api.ts'

const document: OpenApi = {
  info: { title: 'Kliniki', version: '1' },
  paths: {
    '/patients/patients/{id}/': {
      get: {
        summary: 'Read a patient',
        tags: ['patients'],
        'x-permission': 'patients.view',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } }, default: {} },
      },
      delete: { summary: 'Deactivate a patient', tags: ['patients'], responses: { 204: {} } },
    },
    '/company/company/': { get: { summary: 'Read the clinic', tags: ['company'], responses: {} } },
  },
}

test('every method of every path is a call, with what goes in and what comes out', () => {
  const [read, remove] = callsIn(document)
  expect(read).toMatchObject({ method: 'GET', access: 'patients.view', replies: [{ status: '200', type: 'application/json' }] })
  expect(remove).toMatchObject({ method: 'DELETE', replies: [{ status: '204', type: '' }] })
  expect(callsIn(document)).toHaveLength(3)
})

test('calls are found by all the words of a search, and stand under their tag', () => {
  const calls = callsIn(document)
  expect(matching(calls, 'get patients.view').map(({ path }) => path)).toEqual(['/patients/patients/{id}/'])
  expect(matching(calls, 'nothing')).toEqual([])
  expect(byTag(calls).map(([tag, list]) => [tag, list.length])).toEqual([
    ['company', 1],
    ['patients', 2],
  ])
})
