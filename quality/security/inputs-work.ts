import { type Row, row, type Shown } from './row.ts'

const queries: Shown = ['src/acceptance/hostile.test.ts', 'queries that it does not know']
const raw: readonly Shown[] = [
  ['src/runtime/transport.test.ts', '%s'],
  ['src/acceptance/transport-http2.test.ts', '%s'],
]
const vitals: Shown = ['src/features/triage/triage.test.ts', 'refuses what cannot be, by field and in plain words']
const results: Shown = ['src/features/laboratory/results.test.ts', 'keeps < and >, converts another unit, and refuses what it cannot know']

const clinical: readonly Row[] = [
  row(77, 'Impossible vital signs', vitals, ['src/features/triage/implausible.test.ts', '%s is asked about and not stored, by every call']),
  row(78, 'A weight of nothing, or in grams', vitals, [
    'src/features/triage/implausible.test.ts',
    'never goes by an implausible weight that nobody confirmed: prescribing asks',
  ]),
  row(79, 'Words for a number', results, [
    'src/features/laboratory/results.test.ts',
    'is all or nothing, names what is not there, and waits for the sample',
  ]),
  row(80, 'A unit of another test', results),
  row(
    81,
    'A code that does not exist',
    ['src/features/diagnoses/codes.test.ts', 'a code is that of its classification'],
    ['src/features/lab-catalogue/rules/loinc.test.ts', '%s is no code'],
  ),
  row(
    82,
    'A pregnant man',
    [
      'src/features/laboratory/refusals.test.ts',
      'a test for the other sex is asked for with a reason, which is kept; without one nothing changes',
    ],
    ['src/features/lab-catalogue/ranges.test.ts', 'no range is kept that cannot be'],
    ['src/features/lab-catalogue/rules/reference-range.test.ts', '%s'],
    [
      'src/features/pregnancies/pregnancies.test.ts',
      'a man is refused by his sex, a second one beside a current one, and who may not write',
    ],
  ),
  row(83, 'A result for a cancelled test', [
    'src/features/laboratory/results.test.ts',
    'is all or nothing, names what is not there, and waits for the sample',
  ]),
  row(84, 'One’s own result approved', [
    'src/features/laboratory/approve.test.ts',
    'is for somebody else where the clinic says so, also of what was calculated',
  ]),
  row(85, 'Approved twice', ['src/features/laboratory/approve.test.ts', 'happens once, however many try at the same time']),
  row(86, 'Changed after approval', [
    'src/features/laboratory/approve.test.ts',
    'the database lets no result go to another patient or test, and no approved one be changed',
  ]),
  row(87, 'Prescribed against an allergy', [
    'src/features/prescriptions/dispensing.test.ts',
    'stops until every stop has its reason, which is kept, audited and shown',
  ]),
  row(88, 'Triage of a visit that is over', ['src/features/triage/triage.test.ts', 'a visit that is over takes no more']),
  row(89, 'A patient merged with themselves', [
    'src/features/patients/merge.test.ts',
    'is written in no more, nor merged twice, nor brought back by hand',
  ]),
]

const work: readonly Row[] = [
  row(
    90,
    'The same key again',
    ['src/features/billing/races.test.ts', 'the same payment sent 50 times with one key is one payment with one reply'],
    ['src/features/attendance/attendance.test.ts', 'fifty parallel sendings of one key make one visit and fifty equal replies'],
  ),
  row(91, 'The same key with another body', [
    'src/features/patients/registration.test.ts',
    'one idempotency key sent fifty times at once makes one patient and one reply',
  ]),
  row(92, 'Fifty bookings of one slot', [
    'src/features/appointments/races.test.ts',
    'a hundred bookings of one slot: one has it, the others are offered the next',
  ]),
  row(
    93,
    'A version that is old',
    [
      'src/features/patients/patients.test.ts',
      'a change raises the version and keeps what was not sent; a stale one shows what is there now',
    ],
    ['src/features/company/company.test.ts', 'of two changes from the same version one wins'],
  ),
  row(
    94,
    'Cancelled while it is paid',
    [
      'src/features/prescriptions/prescriptions.test.ts',
      'a line that is cancelled while its bill is issued is either not on it or credited',
    ],
    ['src/features/laboratory/laboratory.test.ts', 'a test that is cancelled while its bill is issued is either not on it or credited'],
  ),
  row(95, 'Dispensed twice', [
    'src/features/pharmacy/at-once.test.ts',
    'of two pharmacists with the same prescription open one hands it out, and the other sees that and cannot repeat it',
  ]),
  row(
    96,
    'Something deleted that others refer to',
    ['src/features/insurance/insurance.test.ts', 'a company that insures somebody goes out of use and stays'],
    ['src/features/billing/database-role.test.ts', 'the price of a line is history: catalogue, lists and what was used are not deleted'],
  ),
  row(97, 'A paid bill opened again', ['src/features/billing/till.test.ts', 'an issued bill has a number and never changes']),
  row(
    98,
    'A step left out',
    ['src/features/billing/refusals.test.ts', 'money is taken for issued bills of the payer, each named once, by who may issue'],
    ['src/features/attendance/moves.test.ts', 'every move that the table does not have is refused to a holder of all permissions'],
  ),
  row(99, 'The id of another patient’s row', [
    'src/acceptance/foreign-rows.test.ts',
    'a patient account, by the id of a real row, is refused and shown nothing by',
    'the administrator, naming a part of another patient’s record, changes nothing by',
  ]),
  row(100, 'Ids that are none', ['src/acceptance/hostile.test.ts', '%s refuses ids that are none']),
  row(101, 'Pages that are none', queries),
  row(102, 'Sorting by what is no column', queries),
  row(103, 'A parameter twice, or as a list or an object', queries),
  row(104, 'Addresses and headers without end', ...raw),
]

const doors: readonly Row[] = [
  row(
    105,
    'Tokens that are not ours, or not for this',
    ['src/platform/auth/tokens.test.ts', 'refused: %s', 'our own token is accepted, with its claims, for ten minutes'],
    ['src/features/users/account.test.ts', 'no token that is not ours, or of a person or session that has gone, opens anything'],
    [
      'src/features/users/refresh.test.ts',
      'a refresh token of a disabled person, of a signed-out session, of nobody, or an access token is refused',
    ],
  ),
  row(106, 'A refresh token that was exchanged already', [
    'src/features/users/refresh.test.ts',
    'a token replayed later ends the whole family, and leaves a trace',
  ]),
  row(107, 'Passwords without end, with null, or different at their end', [
    'src/features/users/sign-in.test.ts',
    'a password counts to its last letter',
    'every failed login carries non_field_errors: a missing field, a body that is no JSON, a password without end',
  ]),
  row(108, 'Guessing, and others from the same address', [
    'src/features/users/sign-in.test.ts',
    'five failures lock an account, for the right password too, and nobody else from the same address',
    'guesses sent all at once count like guesses sent one by one, and right ones sent at once all pass',
  ]),
  row(109, 'Which accounts exist, revealed by the refusal of a sign-in', [
    'src/features/users/sign-in.test.ts',
    'unknown people, wrong passwords, disabled people, people without a password and malformed addresses get the same answer for the same work',
  ]),
  row(
    110,
    'Files that lie, run, burst or have names of their own',
    [
      'src/platform/documents/take.test.ts',
      'each hostile file is refused with a reason, or kept safe',
      'no hostile name is anything but a line that ends as its type does',
    ],
    [
      'src/features/records/hostile-files.test.ts',
      '%s',
      'and so are hostile names',
      'that brings two files, one under another name, an empty one, or one of 26 MB',
      'that has no boundary, another one, or no end',
    ],
    ['src/features/company/logo.test.ts', 'no hostile file gets in: refused, or its pixels alone are kept'],
    [
      'src/features/records/uploads.test.ts',
      '33 pages of 30 million points are refused before one is unpacked',
      'pages that come to more than 64 MB when they are drawn are refused where they do, and nothing is left',
    ],
    ['src/acceptance/hostile-forms.test.ts', '%s refuses broken forms', 'nothing was changed, and no file is left'],
  ),
  row(
    111,
    'Connections that take their time',
    [
      'src/runtime/transport.test.ts',
      'five hundred connections that never finish their headers keep nobody else waiting',
      'a body that is never finished keeps nobody else waiting',
      'connections that are half closed, or idle after their reply, keep nobody else waiting',
    ],
    [
      'src/acceptance/transport-http2.test.ts',
      'two hundred connections that never finish their headers delay no other client',
      'bodies that are never finished delay no other client, whether many connections have one or one has many',
      'connections that are cut, or idle after their reply, delay no other client',
    ],
    [
      'src/platform/http/http2.test.ts',
      'a connection that %s is ended once it is idle, with its socket',
      'a stream on which nothing moves is ended beside others that go on',
      'a client that says goodbye and holds the line is let go',
    ],
  ),
  row(
    112,
    'Odd methods, versions, hosts and addresses; far too many sign-ins',
    ...raw,
    [
      'src/runtime/transport.test.ts',
      'nothing is built from the host that a caller names',
      'a header cannot change the method, nor make plain http pass for https',
      'whoever claims to come from elsewhere is still counted where they are',
    ],
    [
      'src/acceptance/transport-http2.test.ts',
      'nothing is built from the host that a caller names',
      'a header cannot change the method',
      'whoever claims to come from elsewhere is still counted where they are',
    ],
    ['src/features/users/sign-in-limit.test.ts', 'an address may try sixty times a minute, then it waits, whomever it names'],
  ),
  row(
    'HL7 and ASTM',
    'The line of the instruments',
    [
      'src/features/analysers/line.test.ts',
      'takes messages split and packed as they may be, and answers each in order',
      'refuses what cannot be read, and outlives it',
      'cuts off whoever only makes noise, and holds no more than it must',
      'lets a thousand connections in, no more, and twenty of an address that is no instrument’s',
      'says no to a frame with a wrong checksum, and takes it when it comes again',
      'stands a flood of questions, half frames and silence',
    ],
    [
      'src/features/analysers/protocol/hl7.test.ts',
      'is refused with its reason, and never throws',
      'ten megabytes are read or refused',
      'any line end, separators, character set and odd start is read alike',
    ],
    ['src/features/analysers/protocol/astm-link.test.ts', 'what is damaged is asked for again, and what comes twice is kept once'],
    [
      'src/features/analysers/results.test.ts',
      'what is not certain waits in the inbox with its reason, and touches nobody’s results',
      'control material is never a patient’s, and is judged by what is known of it',
    ],
  ),
  row(
    'Assistant',
    'Questions that are orders, SQL, about others, or endless',
    [
      'src/features/assistant/hostile.test.ts',
      'what is no question about the clinic is refused politely, whatever it pretends to be',
      'strange times, numbers and letters are answered or refused, never a fault',
      'the role of the assistant can change nothing and read no secret',
      'a patient is answered about their own record, and about nobody else in the same words',
      'what is no text, empty or too long is refused naming the field',
    ],
    ['src/features/assistant/matrix.test.ts', 'everything is asked by whoever holds every right that it needs, and by nobody else'],
  ),
  row(
    'Database',
    'SQL of a stranger’s own that would be more than its login, and poolers, replicas and silence in between',
    [
      'src/platform/db/escape.test.ts',
      'the application changes neither the trail nor its seals nor money',
      'a patient reads no password hash and no session, and changes neither trail nor money',
      'a patient whom nobody named sees no row of a patient',
      'whoever reads reports reads no password hash and no trail, and writes nothing',
      '%s ties no function of the clinic to a table of its own',
      '%s pays no bill with allocations of its own',
      '%s has no check of its own run by the owner',
      'kliniki_app has no trigger of its own run by the owner, whatever it calls its tables',
    ],
    [
      'src/platform/db/grants.test.ts',
      'are run by %s only where they are given to it',
      'are for nobody else',
      'are taken back at the next start from whoever was given them',
    ],
    [
      'src/platform/db/roles.test.ts',
      'are who connects, and can become nobody else',
      'let nobody in without the password, or with that of another',
      'make nothing in the database: what lets them is taken from everybody, or asked of an administrator',
    ],
    [
      'src/platform/db/pooler.test.ts',
      'each login is itself, with its limits, and a patient whom nobody named sees nobody',
      'that pools by transaction, the program does not start, and says why in one sentence',
    ],
    ['src/runtime/cluster.test.ts', 'know no password of the owner, in memory or environment; the one that started them does'],
    ['src/platform/db/silence.test.ts', 'a line that freezes is given up with all that waits for it, and others take its place'],
    ['src/platform/db/replica.test.ts', 'no program starts on a replica: its leader has to be named'],
  ),
]

/** Bad inputs 77 to 112, and three doors beside the API: what depends on the work, on ids, sessions, files and connections. */
export const workInputs: readonly Row[] = [...clinical, ...work, ...doors]
