/** One thing to do on the first day: the control that does it, what it is for, and the page of the manual about it. */
export interface FirstStep {
  /** The words of the control, in English. */
  label: string
  hint: string
  page: string
}

const search: FirstStep = {
  label: 'Find anything',
  hint: 'Search first: the patient may be registered already.',
  page: 'find-anything',
}
const collect: FirstStep = { label: 'Collect samples', hint: 'Print the labels, then collect the samples.', page: 'collect-samples' }
const critical: FirstStep = {
  label: 'Critical values',
  hint: 'Call the doctor, and record who read the value back.',
  page: 'act-on-a-critical-value',
}
const approve: FirstStep = {
  label: 'Approve',
  hint: 'A second person approves results before they are released.',
  page: 'approve-results',
}
const count: FirstStep = { label: 'Stock counts', hint: 'Count the shelf. Another person approves the count.', page: 'count-stock' }
const requisitions: FirstStep = {
  label: 'Requisitions',
  hint: 'See what departments request, and what waits for approval.',
  page: 'request-goods',
}
const supplierInvoices: FirstStep = {
  label: 'Supplier invoices',
  hint: 'Compare the invoice with order and delivery, then pay.',
  page: 'pay-a-supplier',
}

/** By seeded group: three to five steps, in the order of the day. */
export const firstStepsOfGroup: Readonly<Record<string, readonly FirstStep[]>> = {
  'System administrator': [
    { label: 'Set-up', hint: 'Go through the steps of the set-up.', page: 'set-up-the-clinic' },
    { label: 'Add user', hint: 'Give each colleague an account of their own.', page: 'add-a-user' },
    { label: 'Price lists', hint: 'Enter prices before the first patient pays.', page: 'set-prices-and-payers' },
    { label: 'Backups', hint: 'Set the passphrase and keep it outside the clinic.', page: 'back-up-the-clinic' },
  ],
  Receptionist: [
    search,
    { label: 'Register patient', hint: 'Register a new patient and start the visit in one step.', page: 'register-a-patient' },
    { label: 'Start visit', hint: 'Start the visit of a registered patient who arrives.', page: 'start-a-visit' },
    { label: 'Check in', hint: 'Check in patients who have an appointment.', page: 'check-in-a-patient' },
  ],
  Nurse: [
    { label: 'Triage', hint: 'Open your queue. The most urgent patient is at the top.', page: 'record-vital-signs' },
    { label: 'One-line entry', hint: 'Type all vital signs in one line.', page: 'record-vital-signs' },
    { label: 'Suggested category', hint: 'Compare your category with the suggestion and its reasons.', page: 'choose-a-triage-category' },
    collect,
  ],
  Doctor: [
    { label: 'My queue', hint: 'Open your queue. The most urgent patient is at the top.', page: 'see-your-next-patient' },
    { label: 'Start consultation', hint: 'Take the patient. The live board shows it.', page: 'see-your-next-patient' },
    { label: 'Prescribe drug', hint: 'Type the directions as you write them on paper.', page: 'prescribe-a-medicine' },
    { label: 'Sign note', hint: 'Sign when you are done. A signed note is not changed.', page: 'write-a-consultation-note' },
  ],
  'Laboratory technician': [
    collect,
    { label: 'Work list', hint: 'Type results as in a spreadsheet.', page: 'enter-results' },
    critical,
    approve,
  ],
  'Laboratory manager': [
    { label: 'Tests and ranges', hint: 'Confirm the reference ranges that came with the program.', page: 'keep-tests-and-ranges' },
    approve,
    critical,
    { label: 'Laboratory settings', hint: 'Choose who approves, and what patients see.', page: 'run-the-laboratory' },
  ],
  Pharmacist: [
    { label: 'Prescriptions', hint: 'Choose the patient, or scan the prescription.', page: 'dispense-a-prescription' },
    { label: 'Print labels', hint: 'Labels say in plain words how to take the medicine.', page: 'dispense-a-prescription' },
    { label: 'Counter sale', hint: 'Sell without a prescription.', page: 'sell-at-the-counter' },
    count,
  ],
  Cashier: [
    { label: 'Cashier queue', hint: 'Choose the patient, or scan the bill.', page: 'take-a-payment' },
    { label: 'Pay', hint: 'Check the bill with the patient, then take the payment.', page: 'take-a-payment' },
    { label: 'Print receipt', hint: 'Give the receipt to the patient.', page: 'take-a-payment' },
    { label: 'Receipts', hint: 'Reverse a receipt with a wrong amount.', page: 'refund-or-reverse' },
  ],
  Accountant: [
    { label: 'Debtors', hint: 'See who owes, and record what insurers paid.', page: 'collect-from-insurers' },
    supplierInvoices,
    { label: 'All reports', hint: 'Read the figures of the month and export them.', page: 'read-reports' },
  ],
  Storekeeper: [
    { label: 'Goods received', hint: 'Scan each pack, with lot and expiry.', page: 'receive-goods' },
    requisitions,
    count,
    { label: 'Expiry and recalls', hint: 'See what expires soon, and lock a recalled lot.', page: 'watch-expiry-and-recalls' },
  ],
  'Procurement officer': [
    requisitions,
    { label: 'From requisitions', hint: 'Order what was approved.', page: 'order-from-a-supplier' },
    supplierInvoices,
  ],
  'Records officer': [
    search,
    { label: 'Choose files', hint: 'Add documents to a patient’s record and review what was found.', page: 'add-documents' },
    { label: 'Likely duplicates', hint: 'Merge two records of one patient.', page: 'merge-two-records' },
  ],
  Patient: [
    { label: 'Link my record', hint: 'Connect this account to your record at the clinic.', page: 'my-record' },
    { label: 'Book appointment', hint: 'Choose a free time that suits you.', page: 'my-appointments' },
    { label: 'Results', hint: 'Read your results in plain words.', page: 'my-results' },
    { label: 'Request refill', hint: 'Ask the pharmacy for more of your medicines.', page: 'my-medicines' },
  ],
}

const stepsOfEveryone: readonly FirstStep[] = [
  { label: 'Find anything', hint: 'Search for a patient, a screen or an action.', page: 'find-anything' },
  { label: 'More', hint: 'Find the screens that your menu does not show.', page: 'use-the-menu' },
  { label: 'Keyboard shortcuts', hint: 'See the keys of each screen.', page: 'use-the-keyboard' },
]

/** The steps of the first of these groups that has some, else those that help everyone. */
export const firstStepsFor = (groups: readonly string[]): readonly FirstStep[] => {
  const name = groups.find((group) => Object.hasOwn(firstStepsOfGroup, group))
  return (name === undefined ? undefined : firstStepsOfGroup[name]) ?? stepsOfEveryone
}
