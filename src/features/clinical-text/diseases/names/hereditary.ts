import { nameRows } from './rows.ts'

/** Inherited and rare diseases: name; ICD-10; other names. */
export const hereditary = nameRows(`
ataxia telangiectasia; G11.3; Louis-Bar syndrome
Friedreich ataxia; G11.1;
spinocerebellar ataxia; G11.9; SCA
Machado-Joseph disease; G11.8;
episodic ataxia; G11.8;
Huntington disease; G10; Huntington chorea
Wilson disease; E83.0; hepatolenticular degeneration
Menkes disease; E83.0; Menkes syndrome; occipital horn syndrome
haemochromatosis; E83.1; iron overload, iron storage disease
phenylketonuria; E70.0; PKU
alkaptonuria; E70.2; ochronosis
tyrosinaemia; E70.2;
albinism; E70.3; oculocutaneous albinism; ocular albinism, Hermansky-Pudlak syndrome, Chediak-Higashi syndrome
piebaldism; E70.3; piebald
maple syrup urine disease; E71.0; MSUD
isovaleric acidaemia; E71.1;; propionic acidaemia, methylmalonic acidaemia, methylmalonic aciduria
adrenoleukodystrophy; E71.3; ALD, X-ALD; adrenomyeloneuropathy
Zellweger syndrome; Q87.8;; Refsum disease [G60.1], infantile Refsum disease
homocystinuria; E72.1; cystathionine beta-synthase deficiency
cystinuria; E72.0; oculocerebrorenal syndrome, oculocerebrorenal syndrome of Lowe; cystinosis [E72.0], Fanconi syndrome [E72.0], Lowe syndrome [E72.0]
nonketotic hyperglycinaemia; E72.5; glycine encephalopathy
ornithine transcarbamylase deficiency; E72.4; OTC deficiency
urea cycle disorder; E72.2;; argininaemia, citrullinaemia
galactosaemia; E74.2;
hereditary fructose intolerance; E74.1;; fructosuria, essential fructosuria
glycogen storage disease; E74.0; glycogenosis; Pompe disease [E74.0], von Gierke disease [E74.0], McArdle disease [E74.0], Cori disease [E74.0]
pentosuria; E74.8;
hyperoxaluria; E74.8; primary hyperoxaluria, oxalosis
Tay-Sachs disease; E75.0; Tay-Sachs, GM2 gangliosidosis; Sandhoff disease [E75.0]
GM1 gangliosidosis; E75.1;; gangliosidosis
Gaucher disease; E75.2;
Fabry disease; E75.2; Anderson-Fabry disease
Niemann-Pick disease; E75.2;
Krabbe disease; E75.2; globoid cell leukodystrophy
metachromatic leukodystrophy; E75.2; MLD
Pelizaeus-Merzbacher disease; E75.2;
Canavan disease; E75.2;
Alexander disease; E75.2;
cerebrotendinous xanthomatosis; E75.5; xanthomatosis
Wolman disease; E75.5; cholesteryl ester storage disease
neuronal ceroid lipofuscinosis; E75.4; Batten disease
mucopolysaccharidosis; E76.3;; Hurler syndrome [E76.0], Hunter syndrome [E76.1], Sanfilippo syndrome, Morquio syndrome, Maroteaux-Lamy syndrome, Sly syndrome
mucolipidosis; E77.0; I-cell disease
aspartylglucosaminuria; E77.1;; fucosidosis, mannosidosis, sialidosis
familial hypercholesterolaemia; E78.0;
Tangier disease; E78.6;; abetalipoproteinaemia, hypobetalipoproteinaemia, fish-eye disease
hyperlipoproteinaemia; E78.5;; hyperalphalipoproteinaemia
Lesch-Nyhan syndrome; E79.1; Lesch-Nyhan disease, Lesch-Nyhan
xanthinuria; E79.8;
acute intermittent porphyria; E80.2;; porphyria [E80.2], variegate porphyria, hereditary coproporphyria
porphyria cutanea tarda; E80.1;
Gilbert syndrome; E80.4; Gilbert disease
Crigler-Najjar syndrome; E80.5;
familial Mediterranean fever; E85.0; FMF
amyloidosis; E85.9;; familial amyloid polyneuropathy, familial amyloidotic polyneuropathy
cystic fibrosis; E84.9; mucoviscidosis
alpha-1 antitrypsin deficiency; E88.0; AAT deficiency
G6PD deficiency; D55.0; favism, G6PD deficient, glucose-6-phosphate dehydrogenase deficiency
hereditary spherocytosis; D58.0; spherocytosis
hereditary elliptocytosis; D58.1; elliptocytosis
paroxysmal nocturnal haemoglobinuria; D59.5; PNH
Fanconi anaemia; D61.0;; Diamond-Blackfan anaemia
haemophilia B; D67; Christmas disease
von Willebrand disease; D68.0; von Willebrand, vWD
afibrinogenaemia; D68.2; congenital afibrinogenaemia; hypofibrinogenaemia
Wiskott-Aldrich syndrome; D82.0;
DiGeorge syndrome; D82.1; velocardiofacial syndrome, velo-cardio-facial syndrome
severe combined immunodeficiency; D81.9; SCID, severe combined immune deficiency
agammaglobulinaemia; D80.0; X-linked agammaglobulinaemia, Bruton agammaglobulinaemia; hypogammaglobulinaemia
chronic granulomatous disease; D71;
hereditary angioedema; D84.1; angioneurotic oedema, hereditary angioneurotic oedema
autoimmune lymphoproliferative syndrome; D47.9; ALPS
Duchenne muscular dystrophy; G71.0; DMD, Duchenne dystrophy
Becker muscular dystrophy; G71.0; Becker dystrophy
Emery-Dreifuss muscular dystrophy; G71.0; EDMD
limb-girdle muscular dystrophy; G71.0;; facioscapulohumeral muscular dystrophy, oculopharyngeal muscular dystrophy
muscular dystrophy; G71.0; muscle dystrophy
myotonic dystrophy; G71.1; dystrophia myotonica, Steinert disease
myotonia congenita; G71.1; Thomsen disease, Becker disease; paramyotonia congenita, myotonia levior, myotonia
central core disease; G71.2;; nemaline myopathy, centronuclear myopathy
malignant hyperthermia; T88.3;
periodic paralysis; G72.3; hypokalaemic periodic paralysis, hyperkalaemic periodic paralysis
Charcot-Marie-Tooth disease; G60.0; Charcot-Marie-Tooth, hereditary motor and sensory neuropathy, Dejerine-Sottas syndrome
spinal muscular atrophy; G12.9;; Werdnig-Hoffmann disease [G12.0], Kennedy disease, spinal and bulbar muscular atrophy
amyotrophic lateral sclerosis; G12.2; motor neurone disease, motor neuron disease, ALS
hereditary spastic paraplegia; G11.4; spastic paraplegia
torsion dystonia; G24.1; idiopathic torsion dystonia; dopa-responsive dystonia
Leigh syndrome; G31.8; Leigh disease
MELAS; G71.3;; MERRF, Kearns-Sayre syndrome, Leber hereditary optic neuropathy, Leber optic atrophy
Creutzfeldt-Jakob disease; A81.0;; fatal familial insomnia, Gerstmann-Straussler disease
Rett syndrome; F84.2;
Tourette syndrome; F95.2;
fragile X syndrome; Q99.2; fragile X
Prader-Willi syndrome; Q87.1; Prader-Willi
Angelman syndrome; Q93.5;
Williams syndrome; Q93.8; Williams-Beuren syndrome; Smith-Magenis syndrome, cri du chat syndrome, Wolf-Hirschhorn syndrome, Miller-Dieker syndrome
Klinefelter syndrome; Q98.4;
Turner syndrome; Q96.9;
Edwards syndrome; Q91.3; trisomy 18
Patau syndrome; Q91.7; trisomy 13
uniparental disomy;; maternal disomy, paternal disomy, disomy; aneuploidy, tetrasomy
Marfan syndrome; Q87.4;
Ehlers-Danlos syndrome; Q79.6;
osteogenesis imperfecta; Q78.0; brittle bone disease
achondroplasia; Q77.4;; hypochondroplasia
thanatophoric dysplasia; Q77.1;
diastrophic dysplasia; Q77.5;
chondrodysplasia; Q77.9;; cartilage-hair hypoplasia, Kniest dysplasia, spondyloepiphyseal dysplasia, multiple epiphyseal dysplasia, metaphyseal chondrodysplasia
achondrogenesis; Q77.0;; atelosteogenesis
osteopetrosis; Q78.2;
familial expansile osteolysis; Q78.9;; osteolysis
Ellis-van Creveld syndrome; Q77.6;
campomelic dysplasia; Q77.8;
cleidocranial dysplasia; Q74.0; cleidocranial dysostosis
craniosynostosis; Q75.0;; Crouzon syndrome [Q75.1], Apert syndrome [Q87.0], Pfeiffer syndrome, Saethre-Chotzen syndrome
Treacher Collins syndrome; Q75.4;
Pierre Robin syndrome; Q87.0;
holoprosencephaly; Q04.2;
lissencephaly; Q04.3;; polymicrogyria, schizencephaly
anencephaly; Q00.0;; exencephaly, exencephalus
van der Woude syndrome; Q38.0;; lip pits, popliteal pterygium syndrome
cleft lip; Q36.9; harelip
cleft palate; Q35.9;; cleft lip and palate [Q37.9], bifid uvula [Q35.7]
Hirschsprung disease; Q43.1; congenital megacolon
polycystic kidney disease; Q61.3; ADPKD, polycystic kidney
Alport syndrome; Q87.8;
nephronophthisis; Q61.5;
Bartter syndrome; E26.8;; Gitelman syndrome [E26.8], Liddle syndrome
nephrogenic diabetes insipidus; N25.1;
diabetes insipidus; E23.2; neurohypophyseal diabetes insipidus
congenital adrenal hyperplasia; E25.0;
androgen insensitivity syndrome; E34.5; testicular feminisation, Kennedy syndrome
Kallmann syndrome; E23.0;; panhypopituitarism, hypopituitarism [E23.0], growth hormone deficiency
pseudohermaphroditism; Q56.3;; hermaphroditism, intersex
Denys-Drash syndrome; N04.9;; Frasier syndrome, WAGR, WAGR syndrome
Pendred syndrome; E07.1;; dyshormonogenic goitre
Wolfram syndrome; E13.9; DIDMOAD
maturity-onset diabetes of the young; E11.9; MODY
multiple endocrine neoplasia; D44.8; MEN 1, MEN 2
von Hippel-Lindau disease; Q85.8; von Hippel-Lindau syndrome, von Hippel-Lindau
neurofibromatosis; Q85.0; von Recklinghausen disease
tuberous sclerosis; Q85.1;
Sturge-Weber syndrome; Q85.8;; Peutz-Jeghers syndrome [Q85.8], Cowden disease, Cowden syndrome
Li-Fraumeni syndrome; D48.9;
adenomatous polyposis coli; D12.6; familial adenomatous polyposis, familial adenomatous polyposis coli, FAP; Gardner syndrome, Turcot syndrome, polyposis
Lynch syndrome; C18.9; hereditary nonpolyposis colorectal cancer, hereditary non-polyposis colon cancer, HNPCC
retinoblastoma; C69.2;
Wilms tumour; C64; nephroblastoma
neuroblastoma; C74.9;
hepatoblastoma; C22.2;
medulloblastoma; C71.6;
Ewing sarcoma; C41.9;; rhabdomyosarcoma, osteosarcoma [C41.9]
Beckwith-Wiedemann syndrome; Q87.3;; Sotos syndrome, Simpson-Golabi-Behmel syndrome
Bloom syndrome; Q82.8;; Werner syndrome, Cockayne syndrome, Nijmegen breakage syndrome, Rothmund-Thomson syndrome
xeroderma pigmentosum; Q82.1;; trichothiodystrophy
ichthyosis; Q80.9; X-linked ichthyosis; Sjogren-Larsson syndrome
epidermolysis bullosa; Q81.9;
palmoplantar keratoderma; Q82.8;; Papillon-Lefevre syndrome, Haim-Munk syndrome, Darier disease [Q82.8], Hailey-Hailey disease
ectodermal dysplasia; Q82.4; hypohidrotic ectodermal dysplasia
incontinentia pigmenti; Q82.3;
pseudoxanthoma elasticum; Q82.8;; cutis laxa
amelogenesis imperfecta; K00.5;; dentinogenesis imperfecta, hypodontia, anodontia
aniridia; Q13.1;
Peters anomaly; Q13.4;; Axenfeld-Rieger syndrome, Rieger syndrome, Axenfeld anomaly
choroideraemia; H31.2;; gyrate atrophy [H31.2]
retinitis pigmentosa; H35.5;; Stargardt disease, Best disease, Usher syndrome, macular dystrophy, fundus flavimaculatus, retinal dystrophy
colour blindness; H53.5; colour vision deficiency; achromatopsia
congenital stationary night blindness; H53.6;
Norrie disease; H35.5;; Coats disease, retinoschisis [H33.1]
corneal dystrophy; H18.5;
microphthalmia; Q11.2;; anophthalmia, coloboma
Bardet-Biedl syndrome; Q87.8;; Alstrom syndrome, Laurence-Moon syndrome, Cohen syndrome
Aarskog syndrome; Q87.1;; Noonan syndrome [Q87.1], Cornelia de Lange syndrome, Rubinstein-Taybi syndrome, Coffin-Lowry syndrome, Smith-Lemli-Opitz syndrome
Holt-Oram syndrome; Q87.2;; Townes-Brocks syndrome, Langer-Giedion syndrome, trichorhinophalangeal syndrome
Waardenburg syndrome; E70.3;
long QT syndrome; I45.8; Romano-Ward syndrome; Jervell and Lange-Nielsen syndrome, Brugada syndrome [I45.8]
hypertrophic cardiomyopathy; I42.2; familial hypertrophic cardiomyopathy; dilated cardiomyopathy [I42.0]
hereditary haemorrhagic telangiectasia; I78.0; Osler-Weber-Rendu syndrome, Osler-Rendu-Weber disease
CADASIL; I67.8;
Barth syndrome; E71.3;
McLeod syndrome; G25.5;; chorea-acanthocytosis, neuroacanthocytosis, acanthocytosis
Kartagener syndrome; Q89.3; primary ciliary dyskinesia; situs inversus
Alagille syndrome; Q44.7;; biliary atresia [Q44.2]
Dubin-Johnson syndrome; E80.6;; Rotor syndrome
Shwachman-Diamond syndrome; D61.0;
Hallervorden-Spatz disease; G23.0;
Pick disease; G31.0;; frontotemporal dementia
Lewy body dementia; G31.8;
progressive supranuclear palsy; G23.1;
multiple system atrophy; G90.3;; Shy-Drager syndrome [G90.3]
Paget disease of bone; M88.9; Paget disease
Kaposi sarcoma; C46.9; Kaposi's sarcoma
X-linked hypophosphataemia; E83.3;; hypophosphatasia, vitamin D-resistant rickets, hypophosphataemic rickets
pseudohypoparathyroidism; E20.1; Albright hereditary osteodystrophy; hypoparathyroidism [E20.9]
McCune-Albright syndrome; Q78.1;; fibrous dysplasia
Hutchinson-Gilford progeria; E34.8; progeria
congenital disorder of glycosylation; E77.8;
acrodermatitis enteropathica; E83.2;
orotic aciduria; E79.8;
biotinidase deficiency; E53.8; multiple carboxylase deficiency
medium-chain acyl-CoA dehydrogenase deficiency; E71.3; MCAD deficiency
mental retardation; F79; mentally retarded, intellectual disability; developmental delay
learning difficulties; F81.9;; dyslexia [R48.0]
inborn error of metabolism; E88.9; inborn errors of metabolism
dysmorphic features;; ; congenital anomaly, birth defect, congenital malformation
short stature; R62.8;; growth retardation, growth failure
club foot; Q66.8; clubfeet
syndactyly; Q70.9;; polydactyly [Q69.9], brachydactyly, camptodactyly, ectrodactyly, arachnodactyly
scoliosis; M41.9;; kyphoscoliosis, kyphosis [M40.2], lordosis
hypertelorism; Q75.2;; telecanthus
hypospadias; Q54.9;; epispadias
embryonic lethality;; ; sudden cardiac death, sudden death
hypersensitivity to ionising radiation; ;
hearing loss; H91.9; hearing impairment, hard of hearing
enlarged vestibular aqueduct; Q16.5;
`)
