const split = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words of questions that name nobody: a model may read them beside the words of the catalogue. */
export const plainWords = split(`
  a about above across after again against ago all almost already also although always am among an and another any anybody anyone anything are
  around as ask asked at available average away back bad be became because been before began begin behind being below best better between big
  bigger biggest both bottom bought brought busier busiest busy but buy by came can cannot care change changed cheap cheapest close come coming
  common commonly compare compared compares comparison completely could count cost costs costly daily decline declined decrease decreased did
  difference different differ do does doing done down drop dropped during each earlier earliest early earn earned earning earnings either else
  enough entire equal even ever every everybody everyone everything exactly except expensive far fast faster fastest few fewer fewest finally find
  fix follow followed following for former frequent frequently from full gave get gets getting give given gives go goes going gone good got great
  greater greatest group grouped groups grow growing grown growth had half handle handled handles happen happened happens has have having heavy he
  help her here hers high higher highest him his hour hourly how i if in include included includes including income increase increased instead into
  involve involved is it its itself just keep kept kind kinds know known large larger largest late later latest least leave left less let like list
  little load long longer longest look looking lose lost lot lots low lower lowest made main mainly make makes making many maximum me mean means
  median might minimum missed missing money monthly more most mostly much must my near nearly need needed needs never new newest next no nobody none
  nor normal not nothing now number numbers occur occurred of off often old older oldest on once one only open or order ordered orders other others
  our out outside over overall own part past people per percent percentage perform performed person please plus popular previous problem problems
  produce produced proportion put quarterly quick quicker quickest quickly quiet quietest range rank ranked ranking rate rates rather ratio reach
  reached read really reason reasons receive received recent recently regular related relative remain remaining result results return returned
  revenue right rise risen rising run running same saw say see seen sell sells sent serve served several share she short shorter shortest
  should show showed shown shows since sit six size slow slower slowest small smaller smallest so sold some somebody someone something soon sort
  sorted spend spending spent split start started stay stayed still stop stopped such sum take taken takes taking tell than that the their theirs
  them then there these they thing things this those three through time times to today together told too took top total totals treat treated treats
  trend trends turn turned two type types typical typically under until up upon us use used uses using usual usually value values various versus
  very want wanted was waste wasted way we weekly well went were what whatever when where whether which while who whole whom whose why with within
  without work worked working works worse worst would yearly yet you your yours zero four five seven eight nine ten
`)

/** Common words that are given names or family names as well: beside a name they are part of it, however they are written. */
export const namesakes = split(`
  may june april august will mark rose grace joy mercy hope faith frank young white black green brown king long rich gift
  blessing patience charity victory comfort angel innocent precious sunday monday friday wednesday summer winter wise sweet love hunt cook baker mason bishop pope reed field brook stone wood moon sun hill lake forest
  bill grant page case price sale
`)

/** Stand before names and are none. */
export const titleWords = split(
  'dr doctor mr mrs ms miss prof professor sister nurse dentist clinician doctors nurses by of for and or with',
)

/** Stand before the name of somebody, of one word or two; of a doctor also where no name follows. */
export const addresses = split('mr mrs ms')
export const softAddresses = split('miss dr')

/** Begin a question with a capital letter, without being part of the name that follows. */
export const openers = split(`
  how what which who whom whose when where why is are was were do does did has have had can could would should show list give tell find get count
  compare please and in on at of for by from with since the all any
`)

/** Before these a number up to 100 is a count of rows, and nothing of anybody's. */
export const countWords = split('top first last bottom best worst')
