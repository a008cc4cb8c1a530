import type { ExportRules } from '#platform/export/rules.ts'

const currency = '(select currency from company)'

/** What a whole clinic is in open formats. docs/export.md says the same to people. */
export const exportRules: ExportRules = {
  leftOut: {
    sessions: 'who is signed in',
    refresh_tokens: 'who is signed in',
    sign_in_tickets: 'who is signing in',
    second_factors: 'secrets of the second step',
    recovery_codes: 'secrets of the second step',
    set_up_codes: 'a one-time code',
    account_link_codes: 'one-time codes',
    account_link_slips: 'one-time codes on paper; who is linked with whom is in account_links',
    idempotency_keys: 'replies that are kept for a day',
    rate_limits: 'counters of an hour',
    refused_requests: 'counters of a minute',
    upload_usage: 'counters of a day',
    clinic_keys: 'the keys of its documents, which leave decrypted',
    kept_private_addresses: 'the network of this machine',
    import_keys: 'exist only while a file is checked',
    backups: 'what lies in a folder of this machine',
    system_disks: 'the disks of this machine',
    system_figures: 'how fast this machine was in the last week',
    system_watch: 'since when the program runs on this machine',
    clinic_exports: 'what lies in a folder of this machine',
    schema_migrations: 'named in datapackage.json',
  },
  leftOutColumns: {
    'users.password_hash': 'password hashes',
    'users.known_devices': 'hashes of browsers, with a key of this machine',
    'users.email_code_hash': 'a one-time code',
    'users.email_code_until': 'a one-time code',
    'message_settings.smtp_password': 'a password, sealed with a key of this machine',
    'message_settings.sms_authorization': 'a password, sealed with a key of this machine',
    'message_settings.report_key': 'a secret in an address',
    'message_settings.email_is_on': 'so that not two clinics write to the same patients',
    'message_settings.sms_is_on': 'so that not two clinics write to the same patients',
    'assistant_settings.api_key': 'a password, sealed with a key of this machine',
    'assistant_settings.is_on': 'it needs its key',
  },
  derived: {
    patient_search_keys: 'made of patients',
    search_words: 'made of patients',
    search_word_slips: 'made of patients',
  },
  rebuild: ['call rebuild_patient_search()'],
  filledAtFirst: [
    'announcement_channels',
    'assistant_settings',
    'backup_settings',
    'billing_settings',
    'booking_settings',
    'company',
    'demonstration',
    'diagnosis_codes',
    'diagnosis_words',
    'end_of_day_settings',
    'group_permissions',
    'groups',
    'lab_containers',
    'lab_settings',
    'lab_specimens',
    'letter_templates',
    'message_settings',
    'number_formats',
    'patient_tables',
    'payment_modes',
    'permissions',
    'pharmacy_settings',
    'price_lists',
    'purchasing_settings',
    'security_settings',
    'stores',
    'tax_classes',
    'track_targets',
    'triage_settings',
    'vital_limits',
  ],
  documents: `select sha256, type, name from files f
      where not exists (select from medical_records r where r.file_id = f.id and r.purged_at is not null)
    union all select sha256, 'application/octet-stream', file_name from imports where cleaned_at is null
    union all select image_sha256, 'image/webp', concat('record ', record_id, ', page ', number) from medical_record_pages
      where image_sha256 is not null
    union all select thumbnail_sha256, 'image/webp', concat('record ', id, ', small picture') from medical_records
      where thumbnail_sha256 is not null`,
  sums: {
    'rows of money posted, by account': `select account::text || ' ' || ${currency} as key, sum(amount)::text as value from postings group by 1`,
    'money received, by mode of payment': `select m.name || ' ' || ${currency} as key, sum(p.amount)::text as value
      from payments p join payment_modes m on m.id = p.payment_mode_id group by 1`,
    'billed, by state of the bill': `select status::text || ' ' || ${currency} as key, sum(total)::text as value from invoices group by 1`,
    'stock on hand, by item': `select item_id::text as key, sum(quantity)::text as value from stock_movements group by 1`,
    'laboratory results, by flag': `select coalesce(flag::text, 'none') as key, count(*)::text as value from lab_results where is_current group by 1`,
    'numbers measured in the laboratory, by panel': `select panel_id::text as key, sum(value)::text as value
      from lab_results where value is not null group by 1`,
  },
}
