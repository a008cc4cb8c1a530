interface Told {
  made: Date
  program: string
  clinic: string
  rows: number
  tables: number
  documents: number
  missing: readonly string[]
  leftOut: Readonly<Record<string, string>>
}

/** README.txt: what lies in the archive, for somebody who has nothing but it. */
export const readmeOf = ({ made, program, clinic, rows, tables, documents, missing, leftOut }: Told): string =>
  `${clinic || 'A clinic'}: everything that Kliniki ${program} held of it at ${made.toISOString()}.
${rows} rows in ${tables} tables, ${documents} documents. All of it as of one moment.

WHOEVER HAS THIS FILE CAN READ EVERY RECORD OF EVERY PATIENT: it is not encrypted. Keep it as you would keep the paper records.

data/             One CSV file a table. datapackage.json says what its columns are, of which type, and which row of which other table they name.
documents/        Documents and pictures as they were sent, each under the SHA-256 of its bytes.
documents.csv     Their types and names. Rows of data/files.csv and others name them by sha256.
datapackage.json  The description of all tables (Frictionless Data, tabular data package), for people and programs.
counts.json       How many rows each table has, and what money, stock and results come to.
SHA256SUMS        The SHA-256 of each file here; "sha256sum -c SHA256SUMS" checks them.

How the CSV is written: UTF-8 without a mark, commas, quotation marks doubled, lines end with a line feed (RFC 4180 but for that), the first line
names the columns, rows by primary key. Nothing between two commas is "no value" (null); "" is the empty text. t and f are true and false; moments
are in UTC with microseconds; numbers are exact; \\x begins bytes in hexadecimal; {…} are lists as PostgreSQL writes them; JSON is JSON.
Cells that a spreadsheet takes for a formula (=, +, -, @) are NOT changed, as that would change the data: import the files into a spreadsheet
as text, do not open them there with a double click.

What is not in it:
${Object.entries(leftOut)
  .map(([name, reason]) => `  ${name}: ${reason}`)
  .join('\n')}

Into an empty clinic: npm run import -- clinic FILE (docs/export.md).
${missing.length > 0 ? `\nDocuments of which rows tell, but whose bytes were gone or altered before this export:\n${missing.map((sha256) => `  ${sha256}`).join('\n')}\n` : ''}`
