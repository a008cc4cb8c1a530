import type { ResponseOf } from '#shared/endpoint.ts'
import type { getLabTestRequest, getSample } from '../contract.ts'
import type { listCriticalCalls } from '../contract-results.ts'
import type { getPublicLabRequest } from '../contract-public.ts'

// As screens read them: instants are texts.
export type Request = ResponseOf<typeof getLabTestRequest>
export type RequestPanel = Request['panels'][number]
export type SampleRow = ResponseOf<typeof getSample>
export type CriticalCall = ResponseOf<typeof listCriticalCalls>[number]
export type PublicRequest = ResponseOf<typeof getPublicLabRequest>
