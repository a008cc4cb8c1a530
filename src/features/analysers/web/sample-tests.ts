import type { ResponseOf } from '#shared/endpoint.ts'
import { listLabTestRequests, listSamples } from '#features/laboratory/contract.ts'
import { call } from '#web/calls/api.ts'

export type Sample = ResponseOf<typeof listSamples>[number]
export type SampleTest = ResponseOf<typeof listLabTestRequests>[number]['panels'][number]

/** The tests that are done on a sample; the cancelled ones are not. */
export const testsOn = (requests: readonly { panels: readonly SampleTest[] }[], sample: number): SampleTest[] =>
  requests.flatMap(({ panels }) => panels).filter((panel) => panel.patient_sample === sample && panel.state !== 'cancelled')

/** The sample with this number and its tests; null when no sample has it. */
export const findSampleTests = async (code: string): Promise<{ sample: Sample; tests: SampleTest[] } | null> => {
  const number = code.trim().toUpperCase()
  const found = await call(listSamples, { query: { q: number, limit: 20 } })
  const sample = found.find(({ patient_sample_code }) => patient_sample_code.toUpperCase() === number)
  if (!sample) return null
  const requests = await call(listLabTestRequests, { query: { process: sample.process, limit: 100 } })
  return { sample, tests: testsOn(requests, sample.id) }
}

/** For useQuery: asked for when a number is known. */
export const sampleTestsQuery = (code: string) => ({
  queryKey: ['sample-tests', code] as const,
  queryFn: () => findSampleTests(code),
  enabled: code.trim() !== '',
  meta: { live: ['laboratory'] as const },
})
