import { expect, test } from 'vitest'
import { addressFor, byTag, callsIn, matching, type OpenApi, written } from './open-api.ts'

const document: OpenApi = {
  info: { title: 'Kliniki', version: '1' },
  paths: {
    '/patients/patients/{id}': {
      get: {
        summary: 'Read a patient',
        tags: ['patients'],
        'x-permission': 'patients.view',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'count', in: 'query' },
          { $ref: '#/components/parameters/IfMatch' },
        ],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Patient' } } } },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
      delete: { summary: 'Deactivate a patient', tags: ['patients'], responses: { 204: {} } },
    },
    '/company/company': { get: { summary: 'Read the clinic', tags: ['company'], responses: {} } },
  },
  components: {
    parameters: { IfMatch: { name: 'If-Match', in: 'header', description: 'The version.' } },
    responses: { NotFound: { description: 'The record does not exist.' } },
    schemas: { Patient: { type: 'object', properties: { mother: { $ref: '#/components/schemas/Patient' } } } },
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
  expect(matching(calls, 'get patients.view').map(({ path }) => path)).toEqual(['/patients/patients/{id}'])
  expect(matching(calls, 'nothing')).toEqual([])
  expect(byTag(calls).map(([tag, list]) => [tag, list.length])).toEqual([
    ['company', 1],
    ['patients', 2],
  ])
})

test('fills in what a call shares with others', () => {
  const [read] = callsIn(document)
  expect(read?.parameters.map(({ name }) => name)).toEqual(['id', 'count', 'If-Match'])
  expect(read?.failures).toEqual([{ status: '404', description: 'The record does not exist.' }])
  expect(written(read?.replies[0]?.schema, document, 1)).toEqual({ title: 'Patient', type: 'object', properties: { mother: 'Patient' } })
})

test('makes the address of a call from what was filled in', () => {
  const [read] = callsIn(document)
  expect(addressFor(read!, { id: 'a/b', count: 'true' })).toBe('/api/patients/patients/a%2Fb?count=true')
  expect(addressFor(read!, { id: '3', count: '' })).toBe('/api/patients/patients/3')
})
