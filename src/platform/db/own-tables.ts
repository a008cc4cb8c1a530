import type { Tables } from '#platform/export/rules.ts'

/** The tables that no feature owns. */
export const ownTables: Tables = {
  names: [
    'audit_log',
    'audit_seals',
    'clinic_keys',
    'files',
    'idempotency_keys',
    'kept_private_addresses',
    'number_formats',
    'rate_limits',
    'refused_requests',
    'upload_usage',
    'search_words',
    'search_word_slips',
  ],
  leftOut: {
    idempotency_keys: 'replies that are kept for a day',
    rate_limits: 'counters of an hour',
    refused_requests: 'counters of a minute',
    upload_usage: 'counters of a day',
    clinic_keys: 'the keys of its documents, which leave decrypted',
    kept_private_addresses: 'the network of this machine',
    schema_migrations: 'named in datapackage.json',
  },
  derived: {
    search_words: 'made of patients',
    search_word_slips: 'made of patients',
  },
  filledAtFirst: ['number_formats'],
}
