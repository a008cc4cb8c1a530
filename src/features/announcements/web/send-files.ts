import { call, messageOf } from '#web/calls/api.ts'
import { toast } from '#web/messages/toast.tsx'
import { attachToAnnouncement } from '../contract.ts'

/** Sends files to an announcement, one after the other. What fails is said by the file's name and keeps none of the others; answers what did. */
export const sendFiles = async (id: number, files: readonly File[]): Promise<File[]> => {
  const left: File[] = []
  for (const file of files) {
    try {
      await call(attachToAnnouncement, { params: { id } }, { files: { file } })
    } catch (error) {
      left.push(file)
      toast.failed(`${file.name}: ${messageOf(error)}`)
    }
  }
  return left
}
