import { download } from '#web/calls/api.ts'
import { toast } from '#web/messages/toast.tsx'
import { getPrescriptionPaper } from '../contract-paper.ts'

/** Opens a prescription as PDF, in plain words, in a tab of its own. */
export const printPrescription = (id: number) => void download(getPrescriptionPaper, { params: { id } }, { open: true }).catch(toast.failed)
