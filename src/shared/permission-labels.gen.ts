// Written by `npm run generate` from the manifests of the features, src/features/*/feature.ts. Not edited by hand.

import type { Permission } from './permissions.gen.ts'

/** Every permission with its label, by area. */
export const permissionAreas: readonly { name: string; title: string; labels: Readonly<Partial<Record<Permission, string>>> }[] = [
  { name: 'company', title: 'Clinic', labels: {
  'company.view': 'View number formats and departments',
  'company.change': 'Edit clinic details, logo and number formats',
} },
  { name: 'insurance', title: 'Insurance companies', labels: {
  'insurance.view': 'View insurance companies',
  'insurance.change': 'Add and edit insurance companies',
} },
  { name: 'users', title: 'People', labels: {
  'users.view': 'View staff, their groups and permissions',
  'users.change': 'Add, edit and disable users; reset passwords',
} },
  { name: 'groups', title: 'Groups', labels: {
  'groups.change': 'Manage group permissions',
} },
  { name: 'security', title: 'Security', labels: {
  'security.change': 'Manage rules for passwords, time-outs and two-factor authentication',
} },
  { name: 'audit', title: 'Audit trail', labels: {
  'audit.view': 'View the audit trail: changes and record access',
  'audit.log': 'Search the whole audit log, including changes and failed sign-ins',
  'audit.export': 'Export the audit log',
} },
  { name: 'backups', title: 'Backups', labels: {
  'backups.manage': 'Create, verify and schedule clinic backups',
} },
  { name: 'patients', title: 'Patients', labels: {
  'patients.view': 'Find patients and open their records',
  'patients.add': 'Register patients',
  'patients.change': 'Edit patient details, next of kin and insurance',
  'patients.deactivate': 'Deactivate and reactivate patients',
  'patients.merge': 'Merge two records of one patient, and undo merges',
  'patients.restrict': 'Restrict records, lift restrictions and open restricted records',
  'patients.break_glass': 'Open restricted records in an emergency; the reason is reviewed',
  'patients.confirm_account': 'Confirm portal accounts that a colleague linked to a record',
  'patients.clinical': 'Record allergies and alerts',
  'patients.record_death': 'Record a death and correct its details',
  'patients.undo_death': 'Undo a death record within 24 hours',
} },
  { name: 'records', title: 'Documents', labels: {
  'records.view': 'View patient documents and findings in them',
  'records.add': 'Add documents to patient records',
  'records.review': 'Confirm, correct and reject findings in documents',
  'records.search': 'Search the documents of all patients',
  'records.purge': 'Permanently delete the content of withdrawn documents',
} },
  { name: 'services', title: 'Services', labels: {
  'services.view': 'View services and prices',
} },
  { name: 'attendance', title: 'Visits', labels: {
  'attendance.view': 'View the live board and visits',
  'attendance.start': 'Start a visit',
  'attendance.reception': 'Move visits at the reception',
  'attendance.triage': 'Move visits in triage',
  'attendance.doctor': 'Move visits with the doctor',
  'attendance.laboratory': 'Move visits in the laboratory',
  'attendance.pharmacy': 'Move visits in the pharmacy',
  'attendance.billing': 'Move visits at the cashier',
  'attendance.discharge': 'Discharge patients and end visits',
  'attendance.end_of_day': 'End visits left open at the end of the day',
} },
  { name: 'appointments', title: 'Appointments', labels: {
  'appointments.view': 'View appointments',
  'appointments.change': 'Book, move and cancel appointments, and check patients in',
} },
  { name: 'schedules', title: 'Schedules', labels: {
  'schedules.change': 'Manage doctors’ sessions, leave, holidays and bookable services',
} },
  { name: 'messages', title: 'Messages', labels: {
  'messages.view': 'View, resend and stop e-mails and SMS to patients',
  'messages.settings': 'Set up e-mail and SMS, and edit message texts',
} },
  { name: 'announcements', title: 'Announcements', labels: {
  'announcements.view': 'View announcements',
  'announcements.change': 'Write and withdraw announcements',
  'announcements.channels': 'Add and edit announcement channels',
} },
  { name: 'laboratory', title: 'Laboratory', labels: {
  'laboratory.view': 'View laboratory requests',
  'laboratory.request': 'Request and cancel laboratory tests',
  'laboratory.collect': 'Collect, receive and reject samples',
  'laboratory.before_payment': 'Collect samples before payment, with a reason',
  'laboratory.enter': 'Enter results and notify critical results',
  'laboratory.approve': 'Approve results',
  'laboratory.amend': 'Correct and withdraw approved results',
  'laboratory.catalogue': 'Edit tests, profiles and reference ranges',
  'laboratory.equipment': 'Set up analysers and map their codes',
  'laboratory.settings': 'Manage laboratory settings',
} },
  { name: 'triage', title: 'Triage', labels: {
  'triage.view': 'View vital signs and triage categories',
  'triage.change': 'Record vital signs and triage category',
  'triage.settings': 'Manage the triage scale and vital sign limits',
} },
  { name: 'consultations', title: 'Consultations', labels: {
  'consultations.view': 'View consultation notes, diagnoses and problems',
  'consultations.change': 'Write and sign consultation notes',
} },
  { name: 'diagnoses', title: 'Diagnoses', labels: {
  'diagnoses.change': 'Edit and import the diagnosis list',
} },
  { name: 'referrals', title: 'Referrals', labels: {
  'referrals.view': 'View referrals',
  'referrals.change': 'Refer patients and answer referrals',
} },
  { name: 'letters', title: 'Letters', labels: {
  'letters.view': 'View patient letters',
  'letters.write': 'Write and sign letters: sick notes, certificates',
} },
  { name: 'prescriptions', title: 'Prescriptions', labels: {
  'prescriptions.view': 'View prescribed drugs',
  'prescriptions.change': 'Prescribe and cancel drugs',
  'prescriptions.dispense': 'Dispense prescribed drugs',
} },
  { name: 'pharmacy', title: 'Pharmacy', labels: {
  'pharmacy.sell': 'Sell at the pharmacy counter',
  'pharmacy.return': 'Accept returned medicines',
  'pharmacy.transcribe': 'Transcribe patient prescriptions into clinic prescriptions',
  'pharmacy.before_payment': 'Dispense before payment, with a reason',
  'pharmacy.settings': 'Manage pharmacy settings',
} },
  { name: 'drugs', title: 'Drugs', labels: {
  'drugs.change': 'Edit the substances of drugs, for safety checks',
} },
  { name: 'catalogue', title: 'Catalogue', labels: {
  'catalogue.change': 'Add and edit catalogue items',
} },
  { name: 'prices', title: 'Prices', labels: {
  'prices.view': 'View the price lists of all payers',
  'prices.change': 'Edit prices and price lists',
} },
  { name: 'billing', title: 'Billing', labels: {
  'billing.view': 'View bills, payments and the cashier queue',
  'billing.charge': 'Open bills, add services and edit draft lines',
  'billing.price': 'Charge a price other than the list price',
  'billing.discount': 'Give discounts and waive patient amounts',
  'billing.issue': 'Issue bills',
  'billing.pay': 'Take payments',
  'billing.credit': 'Credit issued bills',
  'billing.refund': 'Refund payments',
  'billing.reverse': 'Reverse receipts',
  'billing.settings': 'Manage payment modes, taxes, rounding and consultation fees',
} },
  { name: 'stock', title: 'Stock', labels: {
  'stock.view': 'View stock, batches and movements',
  'stock.move': 'Transfer, receive and use stock',
  'stock.receive': 'Receive deliveries',
  'stock.over_receive': 'Receive more than ordered',
  'stock.write_off': 'Write off, quarantine and return stock to suppliers',
  'stock.count': 'Count stock',
  'stock.approve': 'Approve stock count differences',
  'stock.recall': 'Recall lots',
  'stock.settings': 'Manage stores, packs, stock levels and opening stock',
} },
  { name: 'purchasing', title: 'Purchasing', labels: {
  'purchasing.view': 'View requisitions, orders, deliveries and supplier invoices',
  'purchasing.request': 'Request stock',
  'purchasing.approve_request': 'Approve requisitions of a department',
  'purchasing.approve': 'Approve requisitions and orders for procurement',
  'purchasing.order': 'Order from suppliers',
  'purchasing.suppliers': 'Add and edit suppliers',
  'purchasing.bill': 'Record supplier invoices',
  'purchasing.approve_bill': 'Approve supplier invoices that differ from the order or delivery',
  'purchasing.pay': 'Pay suppliers',
} },
  { name: 'reports', title: 'Reports', labels: {
  'reports.sales': 'View sales, takings and debtors',
  'reports.stock': 'View stock value, usage and purchases',
  'reports.pharmacy': 'View pharmacy dispensing and sales',
  'reports.laboratory': 'View laboratory turnaround and workload',
} },
  { name: 'assistant', title: 'Assistant', labels: {
  'assistant.settings': 'Manage the assistant’s language model',
} },
  { name: 'imports', title: 'Import and export', labels: {
  'imports.run': 'Import and export lists as files',
} },
  { name: 'clinic', title: 'Whole clinic', labels: {
  'clinic.export': 'Export all clinic data: every record of every patient',
} },
  { name: 'system', title: 'System', labels: {
  'system.view': 'View system and server status',
  'system.manage': 'Retry or discard failed background jobs',
} },
]
