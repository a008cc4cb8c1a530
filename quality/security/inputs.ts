import { type Row, row, type Shown } from './row.ts'

const bodies: Shown = ['src/acceptance/hostile.test.ts', 'every broken body']
const kinds: Shown = ['src/acceptance/hostile.test.ts', 'values of the wrong kind, naming the field']
const types: Shown = ['src/acceptance/hostile.test.ts', 'other media types and compressed bodies']
const great: Shown = ['src/acceptance/hostile.test.ts', 'bodies beyond every limit are refused unread']
const fields: Shown = [
  'src/acceptance/hostile.test.ts',
  'no field takes null for something, signs that nobody sees for words, or a day that is none',
]
const unknown: Shown = ['src/acceptance/conformance.test.ts', 'no endpoint takes a field that it does not name']
const json: Shown = ['src/acceptance/naughty-text.test.ts', 'what is not JSON is refused as such; what is JSON is refused for what it says']
const naughty: Shown = [
  'src/acceptance/naughty-text.test.ts',
  'each is a name that comes back as it was sent, or a 400 that names the field',
  'each is a search that finds something or nothing',
]
const lengths: Shown = ['src/runtime/transport.test.ts', 'lengths that lie are refused, or take the body for what they say it is']
const chunks: Shown = ['src/runtime/transport.test.ts', 'a length and chunks at once, and chunks that are none, are refused']
const amounts: Shown = ['src/features/billing/till.test.ts', 'amounts that are none are 400 with the field named, and change nothing']
const money: Shown = ['src/shared/money.test.ts', '%s is no amount']
const births: Shown = ['src/features/patients/registration.test.ts', 'nobody is born on %s']
const registration: Shown = ['src/features/patients/registration.test.ts', 'every broken field is named, and nothing is saved']
const scripts: Shown = ['src/features/patients/registration.test.ts', 'names of every script and sign come back as they were sent']
const moves: Shown = [
  'src/features/stock/moves.test.ts',
  'what is not there, expired, in quarantine, or no whole number is refused, and nothing moves',
]
const booking: Shown = ['src/features/booking/book.test.ts', '%s']
const orders: Shown = [
  'src/features/prescriptions/prescriptions.test.ts',
  'takes drugs and consumables in use, each once, a quantity above zero, and directions',
]
const letters: Shown = [
  'src/features/letters/letters.test.ts',
  'placeholders are of a closed list, and what a value says is no placeholder',
]
const seen: Shown = [
  'e2e/stored-text.test.ts',
  'texts that people typed stay texts on every screen',
  'names keep their writing direction to themselves and never widen the page',
]

const anyBody: readonly Row[] = [
  row(1, 'No body', bodies, json),
  row(2, '`null`', bodies),
  row(3, 'A list for an object', bodies),
  row(4, 'A text for an object', bodies),
  row(5, 'JSON that breaks off', bodies, json),
  row(6, 'A comma too many', bodies, json),
  row(7, 'NaN and Infinity', bodies, json),
  row(8, 'Bytes that are no UTF-8', bodies, json),
  row(9, 'A byte order mark', json),
  row(10, 'A key twice', bodies),
  row(
    11,
    '`__proto__`, `constructor` and `prototype`',
    bodies,
    ['src/features/messages/hostile-settings.test.ts', 'bad settings in the database pollute nothing and start no program'],
    ['src/platform/freeze-prototypes.test.ts', 'every process and thread that the program starts itself freezes them after its imports'],
  ),
  row(12, 'A hundred thousand levels', bodies),
  row(13, 'Ten megabytes of text', great),
  row(14, 'A list of a million', great),
  row(15, 'A hundred thousand keys', great, bodies),
  row(16, 'Another media type', types),
  row(17, 'Another character set', types),
  row(18, 'A compressed body', types, [
    'src/acceptance/hostile.test.ts',
    'what was compressed is not unpacked: 20 MB that come as a few kilobytes',
  ]),
  row(19, 'A length that lies', lengths, ['src/acceptance/transport-http2.test.ts', 'lengths that lie are refused']),
  row(20, 'A length and chunks at once', chunks),
  row(
    21,
    'Chunks without an end',
    ['src/runtime/transport.test.ts', 'a body that is never finished keeps nobody else waiting'],
    ['src/platform/http/http2.test.ts', 'a body that is cut off is not taken for a whole one'],
    [
      'src/platform/http/arrival.test.ts',
      'a body that does not arrive in time is refused, one that does is taken, and a file may take longer',
    ],
  ),
  row(22, 'A field that is not named', unknown, bodies),
  row(23, 'A value of another kind', kinds),
  row(24, 'Null where something is needed', fields),
  row(25, 'Blanks where something is needed', fields, registration),
  row(26, 'A null character', bodies, kinds),
  row(27, 'Half a character', bodies, kinds),
  row(28, 'A name of a megabyte', great),
  row(
    29,
    'Fields that the server decides',
    ['src/acceptance/conformance.test.ts', 'of what the server decides, these bodies take something, and no others'],
    ['src/features/patients/registration.test.ts', 'fields that the server decides are taken and ignored'],
    ['src/features/billing/till.test.ts', '`paid` is never set by PUT, draft or not'],
  ),
]

const texts: readonly Row[] = [
  row(30, 'An override of the writing direction', seen),
  row(31, 'Signs that cannot be seen alone', fields, registration),
  row(32, 'Every script, marks and emoji', scripts),
  row(33, 'The collection of naughty strings', naughty),
  row(34, 'SQL', naughty, scripts),
  row(35, 'Markup', seen),
  row(
    36,
    'Formulas, in a file for a spreadsheet',
    ['src/platform/tables/tables.test.ts', 'CSV: no text becomes a formula, amounts stay amounts, hidden values stay hidden'],
    ['src/features/catalogue/csv.test.ts', 'goes out as text that a spreadsheet can do no harm with'],
  ),
  row(
    37,
    'Line ends in what becomes a header',
    ['src/features/messages/smtp.test.ts', 'names in every script arrive, and line ends in them make no header of their own'],
    ['src/platform/documents/take.test.ts', 'no hostile name is anything but a line that ends as its type does'],
  ),
  row(
    38,
    'Line ends in what is logged',
    ['src/runtime/cluster.test.ts', 'what somebody sends makes no line of the log, nor part of one'],
    ['src/platform/log.test.ts', 'a row that the database refuses is not quoted in the log'],
    'The log holds route patterns and ids, never what was sent, and each entry is one line of JSON.',
  ),
  row(39, 'Templates in what is printed', letters, [
    'src/features/referrals/letter.test.ts',
    'takes texts as data, of any length and script',
  ]),
  row(40, 'Formats of C', naughty),
  row(41, 'Wildcards', ['src/features/patients/search.test.ts', 'nothing it should not with %j, which is only text']),
  row(
    42,
    'What slow patterns stumble over',
    ['src/features/assistant/hostile.test.ts', 'as many characters of anything as a question may have are answered'],
    ['src/features/directions/read.test.ts', 'reads ten thousand signs of "%s" at once'],
  ),
  row(43, 'Operators of the text search', [
    'src/features/records/search.test.ts',
    'the place is marked, and nothing that somebody types is a command',
  ]),
]

const numbers: readonly Row[] = [
  row(44, 'Less than nothing of something', orders, moves),
  row(45, 'Nothing of something', orders, moves),
  row(46, '1e308', amounts, money),
  row(47, '1e400', kinds),
  row(48, 'A whole number that no double holds', kinds),
  row(49, 'Parts of a cent', amounts, [
    'src/features/billing/currency.test.ts',
    'a currency without cents takes none: not as a payment, a discount or a price',
  ]),
  row(50, 'Minus zero', amounts, money),
  row(51, 'Commas in a number', amounts, money),
  row(52, 'Digits of other scripts', amounts, money),
  row(53, 'More than is due', ['src/features/billing/till.test.ts', 'an overpayment is never silent: 400 on the amount, with what is due']),
  row(54, 'A discount of more than the price, or less than nothing', [
    'src/features/billing/lines.test.ts',
    'a discount and a waiver need a right and a reason, and each has its limit',
  ]),
  row(55, 'More back than was paid', [
    'src/features/billing/give-back.test.ts',
    'a refund is tied to a credit note: never more than it gave, and than was paid',
  ]),
  row(56, 'Another currency', amounts, ['src/features/billing/till.test.ts', 'the currency stays once something was charged']),
  row(57, 'More than was prescribed', [
    'src/features/prescriptions/dispensing.test.ts',
    'in parts, never more than was prescribed, each part written down',
  ]),
  row(58, 'More than there is', moves, [
    'src/features/pharmacy/sales-books.test.ts',
    'of twelve who sell at once from ten, each gets units of its own',
  ]),
  row(59, 'An expired batch', [
    'src/features/pharmacy/counter.test.ts',
    'out of other batches needs a reason, and never out of what is expired, recalled or another item’s',
  ]),
  row(60, 'More than was ordered', [
    'src/features/purchasing/receiving.test.ts',
    'refuses more than is open with what is open, lets it in on purpose, and only by who may',
  ]),
  row(
    61,
    'A price that changed between looking and paying',
    ['src/features/billing/races.test.ts', 'a bill that has changed since the cashier looked is not paid'],
    ['src/features/billing/till.test.ts', 'the price is that of the moment: a new one changes no charge that was made'],
  ),
  row(62, 'A price that is on no list', ['src/features/billing/lines.test.ts', 'who may not set a price neither sets nor changes one']),
]

const dates: readonly Row[] = [
  row(63, '0000-00-00', births, fields),
  row(64, 'Born on 9999-12-31', births),
  row(65, 'The 30th of February', registration, fields),
  row(66, 'The 29th of February 1900', births, fields),
  row(67, 'Born in the future', births),
  row(68, 'Born in 1800', births),
  row(69, 'Died before birth', unknown, 'No field holds a death: one that is sent is refused by its name.'),
  row(
    70,
    'An appointment in the past',
    ['src/features/appointments/appointments.test.ts', 'names everything that does not fit, and books nothing'],
    booking,
  ),
  row(
    71,
    'An end before the beginning',
    ['src/features/schedules/time-off.test.ts', 'that does not fit is told by field'],
    ['src/features/reports/reports.test.ts', 'what is asked wrongly is told by field'],
  ),
  row(72, '25 o’clock', booking, fields),
  row(73, 'An offset of 99 hours', booking, fields),
  row(
    74,
    'An hour that the clocks skip',
    [
      'src/features/booking/public-page.test.ts',
      'a slot that the clocks skip is offered when they have changed, and one that comes twice once',
    ],
    ['src/features/appointments/calendar.test.ts', 'by elapsed time where the clocks change'],
  ),
  row(75, 'Milliseconds for a date', fields),
  row(76, 'The year 275760', fields),
]

/** Bad inputs 1 to 76: whatever a field may hold. */
export const fieldInputs: readonly Row[] = [...anyBody, ...texts, ...numbers, ...dates]
