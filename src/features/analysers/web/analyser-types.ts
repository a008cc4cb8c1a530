import type { ResponseOf } from '#shared/endpoint.ts'
import type { getCodes, listEquipment, listUnmapped, listJobs } from '../contract.ts'
import type { getControlChart, listControlResults, listControls } from '../contract-controls.ts'
import type { compareSample, getMessage, listInbox, listMessages } from '../contract-inbox.ts'

// As screens read them: instants are texts.
export type Equipment = ResponseOf<typeof listEquipment>[number]
export type CodeMap = ResponseOf<typeof getCodes>
export type Code = CodeMap['codes'][number]
export type Unmapped = ResponseOf<typeof listUnmapped>[number]
export type InboxResult = ResponseOf<typeof listInbox>[number]
export type Message = ResponseOf<typeof listMessages>[number]
export type WholeMessage = ResponseOf<typeof getMessage>
export type Comparison = ResponseOf<typeof compareSample>
export type Job = ResponseOf<typeof listJobs>[number]
export type Control = ResponseOf<typeof listControls>[number]
export type Chart = ResponseOf<typeof getControlChart>
export type ControlPoint = Chart['points'][number]
export type ControlResult = ResponseOf<typeof listControlResults>[number]
