import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['imports', 'import_rows', 'import_keys', 'clinic_exports'],
    leftOut: {
      import_keys: 'exist only while a file is checked',
      clinic_exports: 'what lies in a folder of this machine',
    },
    documents: `select sha256, 'application/octet-stream', file_name from imports where cleaned_at is null`,
  },
  permissions: {
    imports: {
      title: 'Import and export',
      place: 320,
      rights: {
        'imports.run': { label: 'Import and export lists as files', roles: [] },
      },
    },
    clinic: {
      title: 'Whole clinic',
      place: 330,
      rights: {
        'clinic.export': { label: 'Export all clinic data: every record of every patient', roles: [] },
      },
    },
  },
  topics: {
    imports: { access: 'imports.run' },
    exports: { access: 'clinic.export' },
  },
}
