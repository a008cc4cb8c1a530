import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['assistant_messages', 'assistant_settings'],
  leftOutColumns: {
    'assistant_settings.api_key': 'a password, sealed with a key of this machine',
    'assistant_settings.is_on': 'it needs its key',
  },
  filledAtFirst: ['assistant_settings'],
  sealed: [
    { table: 'assistant_settings', id: 'id', column: 'api_key', purpose: 'assistant settings', label: 'the key of the language model' },
  ],
}
