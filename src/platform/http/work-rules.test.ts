import { expect, test } from 'vitest'
import { fileOf } from '#platform/tables/render.ts'
import { promisedEndpoints } from '../../testing/calls/contracts.ts'
import { workOf, workRules } from './work-rules.ts'

test('every call that takes files in, prints or exports is expensive work of a kind with bounds', () => {
  const unbound = promisedEndpoints().flatMap((endpoint) => {
    const types = ['application/json', ...(endpoint.offers ?? [])]
    const called = types.map((type) => ({ type, hasFiles: false }))
    if (endpoint.files) called.push({ type: 'application/json', hasFiles: true })
    return called
      .filter(({ type, hasFiles }) => hasFiles || fileOf(endpoint.produces ?? type) !== undefined)
      .filter((one) => workOf(endpoint, one) === null)
      .map(({ type }) => `${endpoint.method} ${endpoint.path} as ${type}`)
  })
  expect(unbound).toEqual([])
  for (const { slots, running, inside, all } of Object.values(workRules))
    expect(running <= slots && slots <= inside && inside <= all).toBe(true)
})
