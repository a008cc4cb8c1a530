import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['imports', 'import_rows', 'import_keys', 'clinic_exports'],
  leftOut: {
    import_keys: 'exist only while a file is checked',
    clinic_exports: 'what lies in a folder of this machine',
  },
  documents: `select sha256, 'application/octet-stream', file_name from imports where cleaned_at is null`,
}
