import type { Db } from '#platform/db/connect.ts'

const fold = (text: string) => text.trim().toLowerCase()

/** How an instrument names itself, compared without regard to case: the whole of it, or its first part. */
export const isSender = (stated: string, known: string): boolean =>
  known.trim() !== '' && (fold(stated) === fold(known) || fold(stated.split('^')[0] ?? '') === fold(known))

/** Makes a message of a stranger the one instrument's in use that names itself so; nothing where none or several do. */
export const adopt = async (db: Db, message: { id: number; protocol: 'hl7' | 'astm'; digest: Buffer }, sender: string): Promise<void> => {
  const all = await db
    .selectFrom('lab_equipment')
    .select(['id', 'sender'])
    .where('is_active', '=', true)
    .where('protocol', '=', message.protocol)
    .execute()
  const [one, ...more] = all.filter((equipment) => isSender(sender, equipment.sender))
  if (!one || more.length > 0) return
  const duplicate = await db
    .selectFrom('lab_messages')
    .select('id')
    .where('direction', '=', 'in')
    .where('equipment_id', '=', one.id)
    .where('digest', '=', message.digest)
    .executeTakeFirst()
  if (!duplicate) await db.updateTable('lab_messages').set({ equipment_id: one.id }).where('id', '=', message.id).execute()
}
