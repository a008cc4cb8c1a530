import { type Row, row, type Shown } from './row.ts'

const matrix: Shown = ['src/acceptance/matrix.test.ts', '%s asks who it is', 'every group is let in or refused by']
const foreign: Shown = [
  'src/acceptance/foreign-rows.test.ts',
  'a patient account, by the id of a real row, is refused and shown nothing by',
  'a patient account with every right is shown nothing of another patient, and changes nothing, by',
]
const queries: Shown = ['src/acceptance/hostile.test.ts', 'queries that it does not know']
const ids: Shown = ['src/acceptance/hostile.test.ts', '%s refuses ids that are none']
const restricted: Shown = ['src/acceptance/restricted-records.test.ts', 'lists over all patients show nothing of it but what is critical']
const hostileFiles: Shown = ['src/platform/documents/take.test.ts', 'each hostile file is refused with a reason, or kept safe']

/** What has gone wrong in software of this kind, by the numbers of section 1. */
export const weaknesses: readonly Row[] = [
  row(1, 'Sorting, filtering and grouping by what is no column', queries),
  row(2, 'A list of ids that is SQL', queries),
  row(
    3,
    'SQL and wildcards in a search',
    ['src/features/patients/search.test.ts', 'nothing it should not with %j, which is only text'],
    ['src/acceptance/naughty-text.test.ts', 'each is a search that finds something or nothing'],
  ),
  row(
    4,
    'SQL through any parameter',
    ids,
    queries,
    'No scanner of others is run: the requests by chance send SQL into every parameter of every call.',
  ),
  row(5, 'A kind of record that a patient’s session sees whole', matrix, foreign, [
    'src/acceptance/foreign-rows.test.ts',
    'what patients may reach in the database holds none of another’s rows, and their own',
  ]),
  row(
    6,
    'A part of another patient’s record, named under one’s own',
    ['src/acceptance/foreign-rows.test.ts', 'the administrator, naming a part of another patient’s record, changes nothing by'],
    ['src/features/triage/triage.test.ts', 'another id is not found, and changes nobody'],
    ['src/features/consultations/diagnoses.test.ts', 'are those of the note: the id of another’s is none'],
  ),
  row(
    7,
    'A line of another bill or prescription',
    ['src/features/billing/give-back.test.ts', 'a line of another bill is refused'],
    ['src/features/pharmacy/counter.test.ts', 'bad input is named at its place, and changes nothing'],
  ),
  row(8, 'A patient who pays or reads another’s bill', [
    'src/features/portal/bills.test.ts',
    'what is another’s, a draft or nobody’s is not there, and nothing of it shows',
  ]),
  row(
    9,
    'A change of another’s profile, or of one’s own role',
    [
      'src/features/users/permission-over.test.ts',
      'of a %s is not renamed, moved, opened, ended or disabled with users.change alone',
      'that is disabled, or without any group, is protected by its groups and its role still: its name stands on what it signed',
      'of staff keeps its name, which is printed; telephone and preferences change, and names sent unchanged are accepted',
      'joins no group with users.change alone, not even one without permissions: announcements are addressed to groups',
      'with a permission that the user lacks is not renamed, and nothing is added to it or removed from it',
      'keeps its members, and its second sign-in step, against who lacks its permissions',
    ],
    ['src/features/imports/corrected.test.ts', 'an account that was taken back does not open again for a user without permission over it'],
    ['src/features/users/account.test.ts', 'me answers my account, and my changes are merged'],
    ['src/features/patients/own.test.ts', 'nothing else of the record can be changed by it, and nobody else’s'],
  ),
  row(10, 'A document, a page or a picture by its id', foreign, [
    'src/features/records/records.test.ts',
    'finds nothing of another’s document, under any address; who may only add finds their own',
  ]),
  row(11, 'An approval or signature in another’s name', [
    'src/features/laboratory/approve.test.ts',
    'approves a batch or nothing of it, in the name of who is signed in',
    'is for somebody else where the clinic says so, also of what was calculated',
  ]),
  row(12, 'Deleting without a right', matrix),
  row(
    13,
    'Reports and bills as files, without a right or a trace',
    matrix,
    ['src/features/laboratory/reports.test.ts', 'is printed on the older path, too, and every print is written in the trail'],
    ['src/features/billing/documents.test.ts', 'is named by its number, shown in the browser, and leaves a row with the patient'],
  ),
  row(
    14,
    'Exports by users who may only view',
    [
      'src/features/reports/reports.test.ts',
      'every run leaves one row in the trail: which report, which days, in what form',
      'who may not see sales sees no report',
    ],
    [
      'src/features/imports/clinic-exports.test.ts',
      'the whole clinic is exported for whoever gives their password, who alone may take the file',
    ],
  ),
  row(
    15,
    'A right that was taken away and still works',
    ['src/features/users/people.test.ts', 'a right that was given or taken counts from the next request'],
    ['src/features/users/groups.test.ts', 'updateGroup: members have the new rights from their next request on'],
    'There are no refusals beside the rights of groups: a user has what the groups give, and nothing else.',
  ),
  row(16, 'A condition turned round', matrix, [
    'quality/security/map.test.ts',
    'the generated pages are those of the lists and of the contract',
  ]),
  row(
    17,
    'A restricted record that one view shows',
    restricted,
    [
      'src/acceptance/restricted-records.test.ts',
      'somebody with every right but those, by the ids of a restricted record, is shown nothing of it by',
      'every table with rows of patients that readers see leaves restricted records out for the assistant',
      'the same person is shown it by many of those calls as soon as it is restricted no more',
      'nobody finds her by a secret',
      'in conflicts',
    ],
    [
      'src/features/order-drafts/order-drafts.test.ts',
      'is not opened by orders that a person chose, and keeps them from those who may not open it',
    ],
    [
      'src/features/patients/restricted-work.test.ts',
      'a file of all patients is without those whose record is shut to who takes it',
      'care that people create for themselves opens nothing, and writing needs an emergency access as reading does',
      'a restricted patient is found by name and number, and shown by nothing else',
      'of a restricted patient the desk sees the open visit by number, name and place, and no past visit',
    ],
    [
      'src/features/patients/restricted-reopening.test.ts',
      'is refused while the record is shut, and changes nothing',
      'works in an emergency, and leaves nothing open when that has ended',
      'a record whose patient another sent to somebody is merged into a shut one by nobody to whom that is shut',
    ],
    [
      'src/features/patients/restricted-lists.test.ts',
      'are listed, read and refused as changed without contact, birth, reason and service',
      'a conflict over the waiting list shows no more than the list',
      'the printed register of controlled drugs is whole, and does not say whose an entry of a restricted record is',
      'candidates for a merge with a restricted record are compared for who may open it alone',
      'that name a restricted patient are shown, read again and decided about by who may open the record',
      'is in no page, total or address of visits',
      'is in no page, total, address, calendar or printed list of appointments',
      'prices for a visit tell who pays to those who may open the record alone',
      'a file that is imported is compared with a restricted record by the name alone',
      'live news says neither whose a change to a restricted record was, nor a request to link its account',
    ],
    [
      'src/features/patients/care-relations.test.ts',
      'opens nothing to its creator',
      'opens the record when another created it, until it ends',
    ],
  ),
  row(18, 'A call without the check that all others have, and lists less strict than records', matrix, foreign, restricted, [
    'src/features/announcements/selected-groups.test.ts',
    'who may write announcements, or holds every permission, gets 404 for one of selected groups in every call',
    'the assistant counts and lists it for the group and the author alone',
    'comments of a group on what patients read as well stay with the group',
    'the audit trail keeps none of its words: neither title, nor file name, comment or reason',
  ]),
  row(19, 'Work before the caller is authenticated', [
    'src/acceptance/matrix.test.ts',
    'who has not said who they are costs no question to the database',
  ]),
  row(
    20,
    'Public calls that tell too much',
    [
      'src/features/booking/unknown-caller.test.ts',
      'no call of the public reads who is on file: all of them work where the program may not',
    ],
    ['src/features/billing/verification.test.ts', 'anybody who holds a bill learns its number, day, total and state, and nothing else'],
    ['src/features/laboratory/public.test.ts', 'says who they are and learns nothing but that it came'],
    ['src/features/company/company.test.ts', 'anybody learns of the clinic what a sign-in page shows, and no more'],
  ),
  row(21, 'An address that answers without a session', matrix, [
    'src/acceptance/conformance.test.ts',
    'these calls, and no others, are open to everybody',
  ]),
  row(22, 'A registration as more than a patient', [
    'src/features/users/account.test.ts',
    'whatever role or group the body asks for, a patient is what they become',
  ]),
  row(
    23,
    'A way to a session beside lock and second step',
    [
      'src/features/patients/account-confirmation.test.ts',
      'no member of staff confirms it instead, whoever they are',
      'two members of staff link an account at the counter, and nobody does alone',
      'gets no other password, e-mail, second step or role from staff until it is unlinked',
    ],
    [
      'src/features/users/second-factor.test.ts',
      'with a second step the password alone answers a ticket, and ticket and code together the tokens',
      'five wrong codes close the second step for the right one too, sent one by one or at once, and a new password opens nothing',
    ],
    ['src/features/users/account.test.ts', 'guesses at the current password count with the guesses at sign-in'],
  ),
  row(
    24,
    'A session that background calls keep alive',
    [
      'src/features/users/refresh.test.ts',
      'a session ends by itself: after an hour without a refresh, and after twelve hours whatever happens',
    ],
    ['src/web/calls/api.test.ts', 'a screen that nobody touched for half an hour is not kept signed in'],
  ),
  row(25, 'Stored text that runs on the screens of others', [
    'e2e/stored-text.test.ts',
    'texts that people typed stay texts on every screen',
    'names keep their writing direction to themselves and never widen the page',
  ]),
  row(
    26,
    'Words that are shown as markup',
    ['src/web/small-parts.test.ts', 'only plain text becomes HTML, and only our own files become scripts'],
    ['quality/security/map.test.ts', 'no screen writes markup, and no program starts a shell'],
  ),
  row(
    27,
    'Links in messages',
    ['src/shared/rich-text.test.ts', 'a link leads to the web, a mailbox or a telephone, and nowhere else'],
    ['e2e/announcements.test.ts', 'somebody announces with form and a picture; the desk reads it, and a patient on a telephone'],
  ),
  row(
    28,
    'A file by its path',
    ['src/platform/files/store.test.ts', 'no name but a hash reaches the disk'],
    ['src/platform/documents/take.test.ts', 'no hostile name is anything but a line that ends as its type does'],
  ),
  row(29, 'An archive that writes beside its folder', hostileFiles, [
    'src/acceptance/clinic-export.test.ts',
    'is refused with the name of what was altered, and leaves the clinic as it was',
  ]),
  row(30, 'XML that reads files', hostileFiles),
  row(
    31,
    'Commands and SQL by way of backups',
    ['quality/security/map.test.ts', 'no screen writes markup, and no program starts a shell'],
    ['src/features/backups/backups.test.ts', 'is made and verified in processes of their own, and shown'],
    'A backup is asked for by a call that takes no input; restoring is a command of the server’s operator.',
  ),
  row(
    32,
    'Secrets in replies and in the browser part',
    ['src/features/system/system.test.ts', 'versions, clocks, disks and the database, without a secret'],
    ['src/features/users/people.test.ts', 'listDoctors answers the active doctors, without secrets'],
    ['src/platform/keys/clinic-keys.test.ts', 'those who answer requests may not read the keys'],
    'Every reply to a request by chance is searched for keys and hashes, and so are the built files.',
  ),
  row(
    33,
    'Calls to the outside that can be led elsewhere',
    ['src/platform/http/outside-address.test.ts', '%s: %s'],
    ['src/platform/outgoing/address-kind.test.ts', '%s is %s'],
    [
      'src/platform/outgoing/request.test.ts',
      'the address that was checked is the one that is reached, although the name changes its mind (DNS rebinding)',
      'a redirect is answered and not followed',
    ],
    [
      'src/runtime/private-addresses.test.ts',
      '%s is refused as a gateway and as a model, with the address and what is allowed',
      'such settings in the database reach nothing',
      'what the operator lists works, and its replies are never shown',
    ],
    ['src/features/messages/sms.test.ts', 'a redirect is not followed'],
    ['src/features/messages/smtp.test.ts', 'a certificate that nobody vouches for is refused before the password is said'],
    ['src/features/assistant/server/model/model.test.ts', 'sends elsewhere is not followed, so that its key stays here'],
  ),
  row(
    34,
    'Masked fields where rules overlap',
    ['src/features/catalogue/catalogue.test.ts', 'somebody signed in without services.view sees no price either'],
    ['src/features/workspace/workspace.test.ts', 'leaves out what the caller may not read'],
    'A field is shown by a right, never hidden by a group: two groups show what either shows.',
  ),
  row(
    35,
    'Whether something exists, revealed by the refusal',
    foreign,
    ['src/features/booking/links.test.ts', 'that is wrong, foreign, changed or old is the same 404'],
    [
      'src/features/patients/restricted.test.ts',
      'a restricted record is shut, with a way in an emergency for those who have it and as if it were not there for others',
    ],
    'The words are the same; the time is not measured to the millisecond.',
  ),
  row(36, 'One number for two bills', ['src/features/billing/races.test.ts', '200 bills issued at once: every number once, none left out']),
  row(
    37,
    'A click that counts twice',
    ['src/features/billing/races.test.ts', 'the same payment sent 50 times with one key is one payment with one reply'],
    ['src/features/patients/registration.test.ts', 'one idempotency key sent fifty times at once makes one patient and one reply'],
    [
      'src/web/calls/api.test.ts',
      'a change that alone is answered 504 fails after three attempts, and pressed again it carries the same key until it is answered',
    ],
  ),
  row(
    38,
    'Less than nothing in stock',
    [
      'src/features/pharmacy/at-once.test.ts',
      'of a batch of a hundred exactly a hundred go out to 64 dispensers at once, and the others are told what is left',
    ],
    ['src/features/stock/property.test.ts', 'of ${MOVEMENTS} movements by ${WORKERS} people at once every unit is accounted for'],
  ),
]
