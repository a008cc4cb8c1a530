import type { searchRecords, getRecord, getRecordPage, listRecords } from '../contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

/** A document in a list. */
export type RecordRow = ResponseOf<typeof listRecords>[number]
/** A document with its text. */
export type FullRecord = ResponseOf<typeof getRecord>
export type PageOfRecord = ResponseOf<typeof getRecordPage>
/** Something that was found in a document. */
export type Entity = FullRecord['entities'][number]
export type Hit = ResponseOf<typeof searchRecords>[number]
