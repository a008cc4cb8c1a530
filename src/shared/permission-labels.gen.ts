// Written by `npm run generate` from the manifests of the features, src/features/*/feature.ts. Not edited by hand.

import type { Permission } from './permissions.gen.ts'

/** Every permission with its label, by area. */
export const permissionAreas: readonly { name: string; title: string; labels: Readonly<Partial<Record<Permission, string>>> }[] = [
  { name: 'company', title: 'Clinic', labels: {
  'company.view': 'See number formats and departments',
  'company.change': 'Change the clinic’s details, logo and number formats',
} },
  { name: 'insurance', title: 'Insurance companies', labels: {
  'insurance.view': 'See insurance companies',
  'insurance.change': 'Add and change insurance companies',
} },
  { name: 'users', title: 'People', labels: {
  'users.view': 'See the people who work here, their groups and rights',
  'users.change': 'Add people, change and disable them, give new passwords',
} },
  { name: 'groups', title: 'Groups', labels: {
  'groups.change': 'Decide what each group may do',
} },
  { name: 'security', title: 'Security', labels: {
  'security.change': 'Decide the rules of passwords, time-outs and the second sign-in step',
} },
  { name: 'audit', title: 'Audit trail', labels: {
  'audit.view': 'Read who did what, and who looked at whom',
  'audit.log': 'Search the whole audit log, what was changed in it, and failed sign-ins',
  'audit.export': 'Take the audit log away as a file',
} },
  { name: 'backups', title: 'Backups', labels: {
  'backups.manage': 'Make, verify and set up backups of the whole clinic',
} },
  { name: 'patients', title: 'Patients', labels: {
  'patients.view': 'Find patients and open their record',
  'patients.add': 'Register patients',
  'patients.change': 'Change patients’ details, next of kin and insurances',
  'patients.deactivate': 'Deactivate patients and bring them back',
  'patients.merge': 'Merge two records of one patient, and undo it',
  'patients.restrict': 'Restrict records, lift that, and open restricted records',
  'patients.break_glass': 'Open restricted records in an emergency, with a reason that is reviewed',
  'patients.confirm_account': 'Confirm the portal accounts that a colleague linked with a record',
  'patients.clinical': 'Record allergies and alerts',
  'patients.record_death': 'Record that a patient died, and correct the details',
  'patients.undo_death': 'Undo the record of a death within 24 hours',
} },
  { name: 'records', title: 'Documents', labels: {
  'records.view': 'Read documents of patients and what was found in them',
  'records.add': 'Add documents to a patient’s record',
  'records.review': 'Confirm, correct and reject what was found in documents',
  'records.search': 'Search the documents of all patients',
  'records.purge': 'Delete the content of withdrawn documents for good',
} },
  { name: 'services', title: 'Services', labels: {
  'services.view': 'See services with their prices',
} },
  { name: 'attendance', title: 'Visits', labels: {
  'attendance.view': 'See the live board and visits',
  'attendance.start': 'Start a visit',
  'attendance.reception': 'Move visits at the reception',
  'attendance.triage': 'Move visits in triage',
  'attendance.doctor': 'Move visits with the doctor',
  'attendance.laboratory': 'Move visits in the laboratory',
  'attendance.pharmacy': 'Move visits in the pharmacy',
  'attendance.billing': 'Move visits at the cashier',
  'attendance.discharge': 'Discharge patients and close visits',
  'attendance.end_of_day': 'Close visits left open at the end of the day',
} },
  { name: 'appointments', title: 'Appointments', labels: {
  'appointments.view': 'See appointments',
  'appointments.change': 'Book, move and cancel appointments, and check patients in',
} },
  { name: 'schedules', title: 'Schedules', labels: {
  'schedules.change': 'Decide when doctors see patients, leave, holidays and what can be booked',
} },
  { name: 'messages', title: 'Messages', labels: {
  'messages.view': 'See e-mails and SMS to patients, send them again and stop them',
  'messages.settings': 'Set up e-mail and SMS, and change the words of messages',
} },
  { name: 'announcements', title: 'Announcements', labels: {
  'announcements.view': 'Read announcements',
  'announcements.change': 'Write announcements and withdraw them',
  'announcements.channels': 'Add and change the channels of announcements',
} },
  { name: 'laboratory', title: 'Laboratory', labels: {
  'laboratory.view': 'See laboratory requests',
  'laboratory.request': 'Request laboratory tests and cancel them',
  'laboratory.collect': 'Take, receive and reject samples',
  'laboratory.before_payment': 'Collect samples before they are paid, with a reason',
  'laboratory.enter': 'Enter results and call about critical ones',
  'laboratory.approve': 'Approve results',
  'laboratory.amend': 'Correct and withdraw approved results',
  'laboratory.catalogue': 'Change tests, profiles and reference ranges',
  'laboratory.equipment': 'Set up analysers and what their codes mean',
  'laboratory.settings': 'Decide how the laboratory works',
} },
  { name: 'triage', title: 'Triage', labels: {
  'triage.view': 'See vital signs and triage levels',
  'triage.change': 'Record vital signs and the triage level',
  'triage.settings': 'Decide the triage scale and the limits of vital signs',
} },
  { name: 'consultations', title: 'Consultations', labels: {
  'consultations.view': 'Read consultation notes, diagnoses and problems',
  'consultations.change': 'Write and sign consultation notes',
} },
  { name: 'diagnoses', title: 'Diagnoses', labels: {
  'diagnoses.change': 'Change and import the list of diagnoses',
} },
  { name: 'referrals', title: 'Referrals', labels: {
  'referrals.view': 'See referrals',
  'referrals.change': 'Refer patients and answer referrals',
} },
  { name: 'letters', title: 'Letters', labels: {
  'letters.view': 'Read the letters about a patient',
  'letters.write': 'Write and sign letters: sick notes, certificates',
} },
  { name: 'prescriptions', title: 'Prescriptions', labels: {
  'prescriptions.view': 'See prescribed drugs',
  'prescriptions.change': 'Prescribe drugs and cancel them',
  'prescriptions.dispense': 'Dispense prescribed drugs',
} },
  { name: 'pharmacy', title: 'Pharmacy', labels: {
  'pharmacy.sell': 'Sell at the pharmacy counter',
  'pharmacy.return': 'Take medicines back',
  'pharmacy.transcribe': 'Turn a prescription that was sent in into one of the clinic',
  'pharmacy.before_payment': 'Hand out before it is paid, with a reason',
  'pharmacy.settings': 'Set up the pharmacy',
} },
  { name: 'drugs', title: 'Drugs', labels: {
  'drugs.change': 'Say what substances a drug holds, for the safety check',
} },
  { name: 'catalogue', title: 'Catalogue', labels: {
  'catalogue.change': 'Add and change items of the catalogue',
} },
  { name: 'prices', title: 'Prices', labels: {
  'prices.view': 'See the price lists of every payer',
  'prices.change': 'Change prices and price lists',
} },
  { name: 'billing', title: 'Billing', labels: {
  'billing.view': 'See bills, payments and who is at the till',
  'billing.charge': 'Open bills, add services and change lines of drafts',
  'billing.price': 'Charge another price than the list’s',
  'billing.discount': 'Give discounts and waive what a patient owes',
  'billing.issue': 'Issue bills',
  'billing.pay': 'Take payments',
  'billing.credit': 'Credit issued bills',
  'billing.refund': 'Pay money back',
  'billing.reverse': 'Take a receipt back',
  'billing.settings': 'Decide payment modes, taxes, rounding and consultation fees',
} },
  { name: 'stock', title: 'Stock', labels: {
  'stock.view': 'See stock, its batches and movements',
  'stock.move': 'Send, take in and use up stock',
  'stock.receive': 'Take in deliveries',
  'stock.over_receive': 'Take in more than was ordered',
  'stock.write_off': 'Write stock off, quarantine it and send it back to suppliers',
  'stock.count': 'Count stock',
  'stock.approve': 'Approve what a count changes',
  'stock.recall': 'Recall lots',
  'stock.settings': 'Decide stores, packs, levels and opening stock',
} },
  { name: 'purchasing', title: 'Purchasing', labels: {
  'purchasing.view': 'See requisitions, orders, deliveries and suppliers’ bills',
  'purchasing.request': 'Ask for goods',
  'purchasing.approve_request': 'Approve requisitions for a department',
  'purchasing.approve': 'Approve requisitions and orders for procurement',
  'purchasing.order': 'Order from suppliers',
  'purchasing.suppliers': 'Add and change suppliers',
  'purchasing.bill': 'Record suppliers’ bills',
  'purchasing.approve_bill': 'Approve bills that differ from what was ordered or received',
  'purchasing.pay': 'Pay suppliers',
} },
  { name: 'reports', title: 'Reports', labels: {
  'reports.sales': 'See sales, takings and debtors',
  'reports.stock': 'See what stock is worth, what is used and what is bought',
  'reports.pharmacy': 'See what the pharmacy handed out and sold',
  'reports.laboratory': 'See the laboratory’s turnaround and workload',
} },
  { name: 'assistant', title: 'Assistant', labels: {
  'assistant.settings': 'Decide whether a language model helps the assistant',
} },
  { name: 'imports', title: 'Import and export', labels: {
  'imports.run': 'Import and export whole lists by file',
} },
  { name: 'clinic', title: 'Whole clinic', labels: {
  'clinic.export': 'Export the whole clinic: every record of every patient',
} },
  { name: 'system', title: 'System', labels: {
  'system.view': 'See how the program and its server do',
  'system.manage': 'Do work in the background again, or give it up',
} },
]
