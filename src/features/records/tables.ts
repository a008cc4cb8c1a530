import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['medical_records', 'medical_record_pages', 'medical_record_entities', 'purged_files'],
  documents: `select sha256, type, name from files f
      where not exists (select from medical_records r where r.file_id = f.id and r.purged_at is not null)
    union all select image_sha256, 'image/webp', concat('record ', record_id, ', page ', number) from medical_record_pages
      where image_sha256 is not null
    union all select thumbnail_sha256, 'image/webp', concat('record ', id, ', small picture') from medical_records
      where thumbnail_sha256 is not null`,
}
