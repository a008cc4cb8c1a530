import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['assistant_messages', 'assistant_settings'],
    leftOutColumns: {
      'assistant_settings.api_key': 'a password, sealed with a key of this machine',
      'assistant_settings.is_on': 'it needs its key',
    },
    filledAtFirst: ['assistant_settings'],
    sealed: [
      { table: 'assistant_settings', id: 'id', column: 'api_key', purpose: 'assistant settings', label: 'the key of the language model' },
    ],
  },
  permissions: {
    assistant: {
      title: 'Assistant',
      place: 310,
      rights: {
        'assistant.settings': { label: 'Manage the assistant’s language model', roles: [] },
      },
    },
  },
  patientRows: {
    assistant_messages: { label: 'Questions to the assistant' },
  },
  accessLog: {
    nouns: [{ entities: ['assistant'], staff: 'the assistant’s answer', patient: 'an answer about your record' }],
    sentences: {
      'ask assistant': { staff: 'Asked the assistant', patient: 'Asked about your record' },
    },
  },
}
