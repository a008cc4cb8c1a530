import { nameRows } from './rows.ts'

/** Teeth and digestion: name; ICD-10; other names. */
export const digestion = nameRows(`
partial congenital absence of teeth; K00.0; hypodontia, oligodontia
anodontia; K00.0;
mesiodens; K00.1;
supernumerary tooth; K00.1; supplementary teeth, hyperdontia
dental fluorosis; K00.3;
disturbance of tooth formation; K00.4;
dentinogenesis imperfecta; K00.5;
amelogenesis imperfecta; K00.5;
teething baby; K00.7; kuota meno
embedded teeth; K01.0;
impacted tooth; K01.1;
dental caries limited to enamel; K02.0;
caries of dentine; K02.1;
cementum caries; K02.2;
class V dental caries; K02.8;
class IV dental caries; K02.8;
class III dental caries; K02.8;
class II dental caries; K02.8;
class I dental caries; K02.8;
tooth decay; K02.9; dental caries, rotten tooth
toothache from inflamed pulp; K04.0; pulpitis, toothache
chronic apical periodontitis; K04.5;
dental abscess; K04.7; tooth abscess, gum boil, jipu la jino
pulp and periapical tissue disease; K04.9;
linear gingival erythema; K05.0; lineal gingival erythema
acute gingivitis; K05.0;
acute ulcerative gingivitis; K05.0;
gum disease; K05.1; gingivitis, bleeding gums
chronic gingivitis; K05.1;
acute periodontitis; K05.2;
periodontitis; K05.3; chronic gum disease
chronic periodontitis; K05.3;
periodontal disease; K05.6;
gingival recession; K06.0;
malocclusion; K07.4;
temporomandibular joint disorder; K07.6; TMJ disorder
ankylosis of temporomandibular joint; K07.6;
retained dental root; K08.3;
dental pain; K08.8; maumivu ya jino, mal de dents, tooth ache, tooth pain
sialorrhea; K11.7; hypersalivation, excessive salivation
disease of salivary glands; K11.9;
mouth ulcers; K12.0; aphthous ulcer, canker sore, aphtes
recurrent aphthous ulcer; K12.0;
recurrent oral ulcer; K12.0; oral ulcerations
stomatitis; K12.1; sore mouth
mouth ulceration; K12.1; oral ulcer
disease of lip; K13.0;
disease of oral mucosa; K13.7;
disorder of tongue; K14.9; disease of tongue
fungal esophagitis; K20;
infective esophagitis; K20;
oesophagitis; K20;
acid reflux; K21.9; GERD, GORD, heartburn, gastro-oesophageal reflux, kiungulia, heart burn
gastroesophageal reflux disease; K21.9; acidity, gastroesophageal reflux
stomach ulcer; K25.9; gastric ulcer
duodenal ulcer; K26.9; duodenum ulcer
peptic ulcer disease; K27.9; PUD, ulcers, vidonda vya tumbo, ulcère, peptic ulcer
gastritis; K29.7; stomach inflammation, gastrite
duodenitis; K29.8;
indigestion; K30; dyspepsia, dyspepsie, bloating after meals
disorder of duodenum; K31.9;
disorder of stomach; K31.9;
acute appendicitis; K35.8; appendicitis, kidole tumbo, appendicite
bilateral inguinal hernia with gangrene; K40.1;
bilateral inguinal hernia; K40.2;
unilateral inguinal hernia with gangrene; K40.4;
groin hernia; K40.9; inguinal hernia, hernia, ngiri, hernie inguinale
femoral hernia; K41.9;
umbilical hernia; K42.9; navel hernia, exomphalos
ventral hernia; K43.9; incisional hernia, abdominal wall hernia
diaphragmatic hernia; K44.9;
abdominal hernia; K46.9;
noninfective gastroenteritis; K52.9; colitis
chronic diarrhea of unknown origin; K52.9;
acute ischaemic enteritis; K55.0;
paralytic ileus; K56.0;
intussusception of intestine; K56.1;
intestinal volvulus; K56.2;
intestinal adhesions with obstruction; K56.5;
bowel obstruction; K56.6; intestinal obstruction, blocked bowel
irritable bowel syndrome; K58.9; IBS
constipation; K59.0; hard stool, kufunga choo, cannot pass stool, difficulty defaecating
functional diarrhea; K59.1;
functional disorder of intestine; K59.9;
anal fissure; K60.2; tear of anus
anal fistula; K60.3; fistula in ano, anorectal fistula
rectal fistula; K60.4;
anal abscess; K61.0; perianal abscess, abscess
rectal abscess; K61.1;
anorectal abscess; K61.2;
anal polyp; K62.0;
rectal polyp; K62.1;
proctoptosis; K62.3; anal prolapse
rectal prolapse; K62.3;
stenosis of rectum and anus; K62.4;
bleeding from the rectum; K62.5; rectal bleeding
haemorrhage of rectum and anus; K62.5;
rectal hemorrhage; K62.5;
perforation of intestine; K63.1;
fistula of intestine; K63.2;
disorder of intestine; K63.9; enteropathy
piles; K64.9; haemorrhoids, bawasiri, hémorroïdes
peritonitis; K65.0; acute abdomen
peritoneal adhesion; K66.0;
haemoperitoneum; K66.1;
disorder of peritoneum; K66.9;
alcoholic cirrhosis; K70.3; alcoholic liver disease
toxic hepatitis; K71.6;
hepatotoxicity; K71.9; toxic liver disease, hepatic toxicity
liver failure; K72.9; liver decompensation
liver cirrhosis; K74.6; cirrhosis, cirrhose
cirrhosis of liver; K74.6;
clinically decompensated hepatic cirrhosis; K74.6; clinically decompensated cirrhosis of liver
inflammatory liver disease; K75.9;
fatty liver; K76.0; NAFLD, hepatic steatosis
portal hypertension; K76.6;
liver disease; K76.9; hepatopathy
gallstones; K80.2; cholelithiasis, calculs biliaires
gallbladder calculus; K80.2; biliary tract disease
acute cholecystitis; K81.0; gallbladder infection, inflamed gallbladder
cholecystitis; K81.9;
acute pancreatitis; K85.9; inflamed pancreas
cyst of pancreas; K86.2;
pseudocyst of pancreas; K86.3;
postoperative intestinal obstruction; K91.3;
colostomy and enterostomy malfunction; K91.4;
haematemesis; K92.0;
black stool; K92.1; melaena, tarry stool
hematochezia; K92.1; bright red blood per rectum, haematochesia
bleeding in the gut; K92.2; gastrointestinal haemorrhage, GI bleed, UGIB, GI hemorrhage
GI upset; K92.8; gastrointestinal irritation
disorder of upper digestive tract; K92.9;
`)
