import { call } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { attachToAnnouncement } from '../contract.ts'

/** Sends files to an announcement, one after the other; a failure is said, and what came before it stays. Answers whether all arrived. */
export const sendFiles = async (id: number, files: readonly File[]): Promise<boolean> => {
  try {
    for (const file of files) await call(attachToAnnouncement, { params: { id } }, { files: { file } })
    return true
  } catch (error) {
    toast.failed(error)
    return false
  }
}
