import { nameRows } from './rows.ts'

/** Infections and infestations: name; ICD-10; other names. */
export const infections = nameRows(`
cholera; A00.9; kipindupindu, rice-water stool
typhoid fever; A01.0; typhoid, enteric fever, homa ya matumbo, fièvre typhoïde
salmonella gastroenteritis; A02.0; salmonellosis
salmonella enteritis; A02.0;
salmonella septicaemia; A02.1;
localised salmonella infection; A02.2;
shigellosis; A03.9; dysentery, bloody diarrhoea, shigella, bloody stool, blood in stool
bacillary dysentery; A03.9; dysentery bacillary
bacterial intestinal infection; A04.9; bacterial diarrhoea
bacterial gastroenteritis; A04.9;
food poisoning; A05.9; bacterial foodborne intoxication, intoxication alimentaire
acute amoebic dysentery; A06.0; amoebiasis, amoeba, amibe, amibiase
amebic liver abscess; A06.4;
amoeba infection; A06.9;
giardiasis; A07.1; giardia, lambliasis
isosporiasis; A07.3;
chronic isosporiasis; A07.3; chronic intestinal isosporiasis
rotavirus enteritis; A08.0; rotavirus diarrhoea
viral gastroenteritis; A08.4; stomach flu, viral diarrhoea, winter vomiting
acute gastroenteritis; A09; diarrhoea, loose stool, running stomach, stomach infection, kuhara, diarrhée, runny stomach, runny tummy, running tummy, watery stool, loose bowels, loose bowel movement
diarrhoea of presumed infectious origin; A09.9;
haemorrhagic diarrhoea; A09.9;
acute diarrhea; A09.9; hakuri
tuberculosis of lung; A16.2; PTB, pulmonary TB, pulmonary tuberculosis, tuberculous pneumonia, TB pneumonia
pulmonary TB NEC; A15.0;
tuberculous pleurisy; A16.5; TB pleurisy, tuberculosis pleuritis, TB pleuritis
respiratory tuberculosis; A16.9; chest TB
extremely drug-resistant tuberculosis infection; A16.9; XDR-TB, extremely drug-resistant tuberculosis, extensive drug-resistant tuberculosis infection
multi-drug resistant tuberculosis infection; A16.9; MDR-TB, multidrug-resistant tuberculosis, multidrug-resistant TB
tuberculosis; A16.9;
tuberculous meningitis; A17.0; TB meningitis
tuberculosis of bones and joints; A18.0;
bone tuberculosis; A18.0; TB of bone, TB osteomyelitis, osteomyelitis tuberculosis
tuberculosis of female genital organ; A18.1;
tuberculosis of male genital organs; A18.1;
tuberculosis of lymph nodes; A18.2; TB adenitis, scrofula, TB lymphadenitis, tuberculous lymphadenitis, TB lymphadenopathy, tuberculous lymphadenopathy
tuberculosis of intestines; A18.3;
abdominal tuberculosis; A18.3; abdominal TB
extrapulmonary mycobacterium tuberculosis; A18.8; extrapulmonary TB, extra-pulmonary tuberculosis
miliary tuberculosis; A19.9; miliary TB
disseminated tuberculosis; A19.9; generalized tuberculosis
plague; A20.9;
anthrax; A22.9;
brucellosis; A23.9; undulant fever, Malta fever
leptospirosis; A27.9; Weil disease
indeterminate leprosy; A30.0; I leprosy
tuberculoid leprosy; A30.1; TT leprosy
borderline tuberculoid leprosy; A30.2; BT leprosy
borderline leprosy; A30.3; BB leprosy
borderline lepromatous leprosy; A30.4; BL leprosy
lepromatous leprosy; A30.5; LL leprosy
leprosy; A30.9; Hansen disease, ukoma, lèpre
buruli ulcer; A31.1;
listeriosis; A32.9;
neonatal tetanus; A33; tetanus of newborn, tetanus neonatorum
tetanus; A35; lockjaw, pepopunda
diphtheria; A36.9; diphtérie
whooping cough; A37.9; pertussis, coqueluche, kifaduro
scarlet fever; A38; scarlatina
sepsis; A41.9; septicaemia, blood poisoning, blood infection
septic shock; A41.9;
bacterial septicemia; A41.9;
actinomycotic infection; A42.9; actinomycosis
nocardiosis; A43.9;
erysipelas; A46; skin infection with fever
gas gangrene; A48.0; clostridial myonecrosis
bacterial infection; A49.9;
bacterial conjunctivitis; A49.9;
early congenital syphilis; A50.2;
congenital syphilis; A50.9; syphilis of newborn
chancre; A51.0;
condyloma latum; A51.3;
syphilis of bone; A52.7;
syphilis; A53.9; positive VDRL, RPR positive, kaswende
gonococcal arthritis; A54.4;
gonorrhoea; A54.9; gonococcal infection, kisonono, the clap, urethral discharge
chlamydia of the genitals; A56.2; chlamydia
chancroid; A57; soft sore, genital ulcer
trichomoniasis; A59.0; trichomonas
genital herpes; A60.0; herpes simplex of genitals
genital warts; A63.0; anogenital warts, condyloma, venereal warts
condyloma acuminatum; A63.0;
sexually transmitted infection; A64; STI, STD, venereal disease, zinaa
sexually transmitted disease; A64;
louse-borne relapsing fever; A68.0;
trachoma; A71.9; trakoma
typhus fever; A75.9; tick typhus, rickettsia
tick-borne spotted fever; A77.9; tick bite fever
poliomyelitis; A80.3; polio
progressive multifocal leukoencephalopathy; A81.2;
urban rabies; A82.1;
rabies; A82.9; kichaa cha mbwa
viral meningitis; A87.9; aseptic meningitis
chikungunya; A92.0; chikungunya fever
zika virus disease; A92.5;
mayaro fever; A92.8; MAYV fever
yellow fever; A95.9; fièvre jaune
dengue haemorrhagic fever; A97.0;
dengue fever; A97.9; dengue, breakbone fever
viral haemorrhagic fever; A99;
eczema herpeticum; B00.0;
cold sore; B00.1; herpes labialis, fever blister, herpes simplex of lip
herpes simplex esophagitis; B00.8;
herpes simplex infection; B00.9; HSV
herpesvirus infection; B00.9;
herpes simplex; B00.9;
chickenpox; B01.9; varicella, tetekuwanga, varicelle, chicken pox
shingles; B02.9; herpes zoster, zoster, mkanda wa jeshi
measles complications; B05.8;
measles; B05.9; surua, rougeole, rubeola
rubella; B06.9; German measles, rubéole
viral warts; B07; warts, verruca, verrues
verruca planus; B07; flat wart, plane wart, verruca plana
molluscum contagiosum; B08.1; molluscum, molluscum contagiosum infection
hand foot and mouth disease; B08.4; HFMD
enteroviral vesicular stomatitis with exanthem; B08.4; HFMD (hand
hepatitis A; B15.9; infectious hepatitis
infectious viral hepatitis; B15.9;
acute type A viral hepatitis; B15.9; acute hepatitis A
acute hepatitis B; B16.9; hep B acute, acute type B viral hepatitis
acute hepatitis C; B17.1; acute type C viral hepatitis
acute viral hepatitis E; B17.2; acute hepatitis E
chronic hepatitis B; B18.1; HBV, hep B, HBsAg positive
hepatitis B carrier; B18.1;
hepatitis B; B18.1;
chronic hepatitis C; B18.2; HCV, hep C, chronic viral hepatitis C
hepatitis C carrier; B18.2;
viral hepatitis C; B18.2; hepatitis C
viral hepatitis; B19.9; hepatitis, homa ya ini
HIV disease with tuberculosis; B20.0; HIV/TB, TB/HIV coinfection
HIV-TB co-infection; B20.0; HIV-TB coinfection
HIV staging - salmonella septicemia; B20.1;
HIV staging - cytomegalovirus disease; B20.2; HIV staging - CMV disease
candidiasis of oseophagus; B20.4;
HIV staging - cryptosporidiosis; B20.8;
extrapulmonary HIV staging - cryptococcosis; B20.8; extrapulmonary cryptococcosis including meningitis
HIV staging - lymphoma; B21.2;
HIV encephalopathy; B22.0; human immunodeficiency virus encephalopathy, AIDS dementia complex, HIV dementia
HIV wasting syndrome; B22.2; wasting syndrome
HIV-associated nephropathy; B23.8;
HIV disease; B24; HIV, HIV infection, retroviral disease, RVD, ukimwi, VIH, sida
human immunodeficiency virus disease; B24; human immunodeficiency virus infection
AIDS meningoencephalitis; B24; human immunodefiency virus encephalitis
human immunodeficiency virus I infection; B24; HIV 1 infection, HIV I infection
acquired immunodeficiency syndrome; B24;
cytomegalovirus infection; B25.9; CMV infection
cytomegaloviral retinitis; B25.9;
mumps; B26.9; parotitis epidemic, matubwitubwi, oreillons
glandular fever; B27.9; infectious mononucleosis, kissing disease
viral conjunctivitis; B30.9; red eye viral
viral infection; B34.9; viral illness, viral syndrome
ringworm of scalp; B35.0; tinea capitis, mashilingi, ringworm of the scalp, dermatophytosis of scalp
fungal nail infection; B35.1; onychomycosis, tinea unguium
tinea manus; B35.2; tinea manuum
Athlete's foot; B35.3; tinea pedis
ringworm of body; B35.4; tinea corporis, ringworm, dermatophytosis, dermatophytosis of hairless skin, dermatophytosis of the body, tinea infection, tinea
jock itch; B35.6; tinea cruris
pityriasis versicolor; B36.0; tinea versicolor
fungal skin infection; B36.9;
oral thrush; B37.0; oral candidiasis, mouth thrush
candidiasis of mouth; B37.0; candida stomatitis
vaginal thrush; B37.3; vaginal candidiasis, yeast infection, candida, vulvovaginal candidiasis, candidiasis of vagina, vaginal yeast infection
candidal septicemia; B37.7;
candidiasis; B37.9; thrush, fungal infection, candidiasis of the esophagus, esophageal candidiasis
disseminated HIV staging - histoplasmosis; B39.9; histoplasmosis
blastomycosis; B40.9;
sporotrichosis; B42.9;
chromomycosis; B43.9;
cryptococcal meningitis; B45.1; cryptococcosis of brain
cryptococcosis; B45.9;
mycetoma; B47.9;
cerebral malaria; B50.0; falciparum malaria with cerebral complications, malaria cerebral
severe malaria; B50.8; complicated malaria, malaria kali, paludisme grave
plasmodium falciparum malaria; B50.9; falciparum malaria
plasmodium vivax malaria; B51.9; vivax malaria
quartan malaria; B52.9; malariae malaria
ovale malaria; B53.0;
simian malaria; B53.1;
malaria; B54; uncomplicated malaria, paludisme, homa ya malaria, MPS positive, MRDT positive
induced malaria; B54;
malarial hepatitis; B54;
mixed malaria; B54;
therapeutically induced malaria; B54;
malarial fever; B54;
visceral leishmaniasis; B55.0; kala-azar, hyper-reactive malarial splenomegaly, hyperimmune malarious splenomegaly, tropical splenomegaly
cutaneous leishmaniasis; B55.1; oriental sore
leishmaniasis; B55.9;
african trypanosomiasis; B56.9; sleeping sickness, malale, maladie du sommeil
toxoplasmosis; B58.9; CNS toxoplasmosis
pneumocystis carinii pneumonia; B59;
schistosomiasis; B65.9; bilharzia, bilharziasis, kichocho, bilharziose
hydatid disease; B67.9; echinococcosis, hydatid cyst
tapeworm; B68.9; taeniasis, tegu, ténia
neurocysticercosis; B69.0; cysticercosis of brain
cysticercosis of central nervous system; B69.0;
river blindness; B73; onchocerciasis, ocular onchocerciasis
bancroftian filariasis; B74.0;
mansonella ozzardi infection; B74.4;
filariasis; B74.9; elephantiasis, matende
hookworm; B76.9; ancylostomiasis, safura, hookworm disease
roundworm; B77.9; ascariasis, ascaris, minyoo, roundworm infection
whipworm; B79; trichuriasis
threadworm; B80; enterobiasis, pinworm, oxyuriasis
anisakiasis; B81.0;
worms in stool; B82.0;
intestinal worms; B82.9; helminthiasis, intestinal parasites, minyoo ya tumbo, vers intestinaux, intestinal parasitism
worm infestation; B83.9; helminth infection
head lice; B85.0; pediculosis of scalp, chawa
pediculosis; B85.2;
scabies; B86; upele, itch mite
myiasis; B87.9;
tungiasis; B88.1; sand flea, funza, tunga penetrans infestation, sand flea infestation
infestation; B89;
SARS-associated coronavirus infection; B97.2;
human papillomavirus; B97.7; human papilloma virus infection, wart virus infection
chronic infectious disease; B99;
opportunistic infectious disease; B99; opportunistic infection, opportunistic infection not otherwise specified
infectious disease; B99;
COVID-19; U07.1; coronavirus, covid, SARS-CoV-2
asymptomatic COVID-19; U07.1;
coronavirus suspected; U07.2; covid suspect
`)
