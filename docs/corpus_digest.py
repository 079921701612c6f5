"""Prints the digest of a corpus folder: python3 docs/corpus_digest.py [FOLDER]

The identity is one object: the manifest without content_sha256, and a record for each distinct file
that it references. Exits 1 where the manifest names another digest. Standard library only.
"""
import hashlib
import json
import pathlib
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "corpus")
manifest = json.loads((root / "manifest.json").read_bytes())
declared = manifest.pop("content_sha256")
paths = {case[key] for case in manifest["cases"] for key in ("fixture", "expected_fixture")}
files = [(path, (root / path).read_bytes()) for path in sorted(paths)]
identity = {
    "manifest": manifest,
    "fixtures": [
        {"path": path, "size_bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for path, data in files
    ],
}
canonical = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
digest = hashlib.sha256(canonical.encode("ascii")).hexdigest()
print(digest)
sys.exit(0 if digest == declared else f"content_sha256 is {declared}")
